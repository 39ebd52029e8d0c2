import base from "./playwright.config.ts";

/** Takes every page at every size, light and dark, to be looked at. */
export default { ...base, projects: undefined, testMatch: "sheets.ts", workers: 2, retries: 0 };
