import type { HostTexts } from "./texts";

const count = (number: number, one: string, several: string): string => `${number} ${number === 1 ? one : several}`;

/** The words of the host's page and of the dialogs about one's own code, in German. */
export const german: HostTexts = {
  title: "Gastgeber",
  lead: "Du betreibst diesen Server. Was du hier schaltest, gilt sofort für alle und bleibt nach einem Neustart.",
  address: "Hier kommen die Leute herein",
  loading: "Der Server wird gefragt …",
  lost: "Der Server antwortet nicht. Er wird wieder gefragt.",

  denied: {
    title: "Für den Gastgeber",
    token: "Der Link, oder was darin hinter token= steht",
    go: "Öffnen",
  },

  load: {
    title: "Wie es dem Server geht",
    processor: "Prozessor",
    moves: "Züge in der Minute",
    processorIs: (percent: number): string => `${percent} %`,
    movesAre: (moves: number): string => String(moves),
    picture: (what: string, now: string, most: string): string => `${what}, die letzten zwei Minuten: jetzt ${now}, höchstens ${most}`,
    memory: (megabytes: number): string => `${megabytes} MB Speicher`,
    windows: (windows: number): string => `${count(windows, "Fenster", "Fenster")} offen`,
    waiting: (questions: number): string =>
      questions === 0
        ? "niemand wartet auf den Computer"
        : questions === 1
          ? "1 Frage wartet auf den Computer"
          : `${questions} Fragen warten auf den Computer`,
    since: (when: string): string => `läuft seit ${when}`,
    node: (node: number, people: number, windows: number): string =>
      `Server ${node}: ${count(people, "Person", "Personen")}, ${count(windows, "Fenster", "Fenster")}`,
    silentNode: (node: number): string => `Server ${node} antwortet nicht`,
  },

  switches: {
    title: "Für alle",
    clocks_paused: "Alle Uhren anhalten",
    clocks_pausedNote: "In Partien mit Uhr kann niemand ziehen, und niemandes Zeit läuft.",
    computer_off: "Kein Computer",
    computer_offNote: "Partien gegen ihn stehen still, bis er wieder da ist. Die klassischen Programme bleiben.",
    takebacks_off: "Kein Zurücknehmen",
    takebacks_offNote: "Niemand nimmt Züge zurück, auch nicht gegen den Computer und an einem Bildschirm.",
    lobby_closed: "Lobby schließen",
    lobby_closedNote: "Ihre Plätze sind verborgen. Einladungen durch Links gelten weiter.",
    sessions_closed: "Niemanden neu hereinlassen",
    sessions_closedNote: "Wer hier einen Namen hat, bleibt; Codes gelten weiter.",
    on: "an",
    off: "aus",
    done: (what: string, isOn: boolean): string => `${what}: ${isOn ? "an" : "aus"}.`,
  },

  announce: {
    title: "Ansage",
    label: "Alle Seiten zeigen sie, bis du sie wegnimmst",
    go: "Ansagen",
    clear: "Wegnehmen",
    told: "Angesagt.",
    cleared: "Die Ansage ist weg.",
  },

  people: {
    title: (people: number): string => `${count(people, "Person", "Personen")} hier`,
    none: "Niemand ist hier.",
    headings: { name: "Name", games: "Partien", address: "Adresse", action: "Entfernen" },
    noGames: "keine Partie",
    remove: "Entfernen",
    removeWho: (name: string): string => `${name} entfernen`,
    removed: (name: string): string => `${name} ist draußen.`,
    at: (nodes: number[]): string => `Server ${nodes.join(", ")}`,
  },

  remove: {
    title: (name: string): string => `${name} entfernen?`,
    says: (withClock: string, without: string): string =>
      `Was sie offen haben, endet sofort, und Plätze, die sie anbieten, werden zurückgenommen. Begonnene Partien gehen weiter: der Gegner kann den Gewinn verlangen, mit Uhr nach ${withClock}, ohne nach ${without}.`,
    awayFor: "Fernhalten",
    times: [
      [0, "gar nicht"],
      [10, "10 Minuten"],
      [60, "1 Stunde"],
      [24 * 60, "1 Tag"],
      [2_000_000, "für immer"],
    ] as [number, string][],
    address: "Auch von ihrer Adresse niemanden neu hereinlassen",
    addressNote: "Eine ganze Klasse kann eine Adresse teilen.",
    yes: "Entfernen",
  },

  removals: {
    title: "Ferngehalten",
    until: (when: string): string => `bis ${when}`,
    forGood: "für immer",
    withAddress: ", mit ihrer Adresse",
    readmit: "Wieder hereinlassen",
    readmitWho: (name: string): string => `${name} wieder hereinlassen`,
    readmitted: (name: string): string => `${name} darf wiederkommen.`,
  },

  games: {
    title: (games: number): string => count(games, "laufende Partie", "laufende Partien"),
    none: "Keine Partie läuft.",
    ago: (minutes: number): string =>
      minutes < 1
        ? "gerade eben"
        : minutes < 60
          ? `vor ${minutes} Min.`
          : minutes < 1440
            ? `vor ${Math.floor(minutes / 60)} Std.`
            : "vor Tagen",
  },

  names: {
    title: "Reservierte Namen",
    lead: "Niemand sonst kann so heißen, und auch nicht so ähnlich. Wem du den Code gibst, der hat den Namen.",
    label: "Name",
    go: "Reservieren",
    none: "Kein Name ist reserviert.",
    renew: "Neuer Code",
    renewWho: (name: string): string => `Neuer Code für ${name}`,
    renewTitle: (name: string): string => `Ein neuer Code für ${name}?`,
    renewSays: "Der alte Code öffnet dann nichts mehr. Geräte, die drin sind, bleiben drin.",
    release: "Freigeben",
    releaseWho: (name: string): string => `${name} freigeben`,
    releaseTitle: (name: string): string => `${name} freigeben?`,
    releaseSays: "Dann kann jeder diesen Namen nehmen.",
    released: (name: string): string => `${name} ist für alle frei.`,
    codeFor: (name: string): string => `Code für ${name}`,
  },

  server: {
    title: "Server",
    backup: "Jetzt sichern",
    backedUp: (games: number, file: string): string => `${games === 1 ? "1 Partie ist" : `${games} Partien sind`} in ${file}.`,
    shutDown: "Herunterfahren",
    shutDownTitle: "Den Server herunterfahren?",
    shutDownSays:
      "Alle erfahren es. Partien warten auf der Festplatte, und niemandes Uhr läuft. Um ihn wieder zu starten, muss jemand das Programm aufrufen.",
    isDown: "Der Server fährt herunter. Die Partien warten.",
    signOut: "In diesem Browser nicht mehr Gastgeber sein",
    signedOut: "Dieser Browser ist nicht mehr der des Gastgebers.",
  },

  code: {
    title: "Dein Name auf einem anderen Gerät",
    lead: "Schreib diesen Code auf, oder öffne den Link auf dem anderen Gerät. Dort bist du derselbe Spieler, mit allen Partien; dieses Gerät bleibt auch drin.",
    once: "Er wird einmal gezeigt. Ein neuer Code beendet den alten.",
    code: "Code",
    link: "Link",
    copy: "Link kopieren",
    copied: "Der Link ist kopiert.",
    qr: "Der Link als Code zum Abfotografieren",
    loopback: "Nur dieser Computer erreicht den Server, also kann niemand dem Link von woanders folgen.",
    make: "Einen Code machen",
    intro: "Ein Code bringt deinen Namen und alle deine Partien auf ein anderes Gerät. Wer ihn hat, ist du: behalte ihn für dich.",
    renewNote: "Wenn du schon einen hast, beendet ein neuer den alten.",
    enter: "Ich habe einen Code",
    enterTitle: "Auf diesem Gerät du selbst sein",
    enterLabel: "Dein Code",
    enterExample: "Fünf Gruppen aus vier Buchstaben und Ziffern",
    enterGo: "Als dieser Spieler weiter",
    welcome: (name: string): string => `Du bist hier jetzt ${name}.`,
    take: "Die Partien mitnehmen",
    leave: "Sie zurücklassen",
    others: "Überall sonst abmelden",
    othersTitle: "Überall sonst abmelden?",
    othersSays:
      "Alle anderen Geräte, die du bist, sind von da an niemand mehr, und dein Code gilt nicht mehr: mach einen neuen. Deine Partien bleiben deine.",
    othersDone: "Du bist überall sonst abgemeldet.",
  },
};
