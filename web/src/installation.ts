/** What browsers that can install a page as an app tell it; not all have it, and TypeScript does not know it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let prompt: InstallPrompt | null = null;

/** The page as an app of the device, where the browser offers that: never over a plain network. */
export const installation = {
  get isOffered(): boolean {
    return prompt !== null;
  },
  async ask(): Promise<void> {
    const asked = prompt;
    // A browser lets it be asked once.
    prompt = null;
    await asked?.prompt();
  },
};

/** Keeps what is needed while the server is away, and listens for the browser's offer to install. */
export function listenToInstallation(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
  });
  window.addEventListener("appinstalled", () => {
    prompt = null;
  });
  if (!("serviceWorker" in navigator)) return;
  // A certificate that the browser does not trust, or a window that keeps nothing: the page works the same without it.
  const register = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  // Whoever had to fetch the words of another language first may come after the event.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
