import base from "./playwright.config.ts";

/** Takes the pictures in `docs/`. */
export default { ...base, projects: undefined, testMatch: "shots.ts" };
