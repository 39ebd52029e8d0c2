/** The words of the page that is shown while the server is away; they are kept with it. */
export const awayTexts = {
  title: "The server is away",
  why: "Tabiya cannot be reached: its computer may be off, or this device may be offline. Your games are safe on the server.",
  waiting: "This page tries again by itself.",
  trying: "Trying …",
  tryNow: "Try now",
};
