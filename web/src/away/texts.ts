/** The words of the page that is shown while the server is away, in each language; they are kept with it. */
export const awayTexts = {
  en: {
    title: "The server is away",
    why: "Tabiya cannot be reached: its computer may be off, or this device may be offline. Your games are safe on the server.",
    waiting: "This page tries again by itself.",
    trying: "Trying …",
    tryNow: "Try now",
  },
  de: {
    title: "Der Server ist nicht da",
    why: "Tabiya ist nicht erreichbar: vielleicht ist sein Computer aus, oder dieses Gerät ist offline. Deine Partien sind auf dem Server sicher.",
    waiting: "Diese Seite versucht es von selbst wieder.",
    trying: "Es wird versucht …",
    tryNow: "Jetzt versuchen",
  },
};
