import base from "./playwright.config.ts";

/** Traces a drag and tells what it costs. */
export default { ...base, projects: undefined, testMatch: "drag-trace.ts" };
