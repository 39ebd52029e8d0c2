import { awayTexts } from "./texts";
import "./away.css";

const LOOK_EVERY = 3000;
const { theme, language } = chosen();
// Nothing is shared with the page itself, whose files are not kept.
const spoken = [language, ...navigator.languages]
  .map((tag) => tag?.toLowerCase().split("-")[0])
  .find((code) => code === "en" || code === "de");
const texts = awayTexts[spoken ?? "en"];

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
  show("#again", texts.trying);
  await look();
  show("#again", texts.waiting);
}

/** What was chosen for the page otherwise; nothing where that cannot be read: then all is as the system has it. */
function chosen(): { theme?: string; language?: string } {
  try {
    return { ...JSON.parse(localStorage.getItem("tabiya.settings") ?? "{}") };
  } catch {
    return {};
  }
}

if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
document.documentElement.lang = spoken ?? "en";
document.title = `${texts.title} – Tabiya`;
show("h1", texts.title);
show("#why", texts.why);
show("#again", texts.waiting);
show("button", texts.tryNow);
document.querySelector("button")?.addEventListener("click", () => void lookNow());
window.addEventListener("online", () => void look());
setInterval(() => void look(), LOOK_EVERY);
