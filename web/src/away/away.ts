import { awayTexts } from "./texts";
import "./away.css";

const LOOK_EVERY = 3000;

function show(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

/** Goes to where somebody wanted to go, as soon as there is a server. */
async function look(): Promise<void> {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // Still away.
  }
}

async function lookNow(): Promise<void> {
  show("#again", awayTexts.trying);
  await look();
  show("#again", awayTexts.waiting);
}

/** As the page looks otherwise, where that was chosen. */
function followTheme(): void {
  try {
    const { theme } = JSON.parse(localStorage.getItem("tabiya.settings") ?? "{}") as { theme?: string };
    if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
  } catch {
    // As the system has it.
  }
}

followTheme();
document.title = `${awayTexts.title} – Tabiya`;
show("h1", awayTexts.title);
show("#why", awayTexts.why);
show("#again", awayTexts.waiting);
show("button", awayTexts.tryNow);
document.querySelector("button")?.addEventListener("click", () => void lookNow());
window.addEventListener("online", () => void look());
setInterval(() => void look(), LOOK_EVERY);
