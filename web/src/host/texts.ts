import { language } from "../language";

/** The words of the host's page and of the dialogs about one's own code, which come with them, in English. */
const english = {
  title: "Host",
  lead: "You run this server. What you switch here holds at once for everybody, and stays after a restart.",
  address: "People come in at",
  loading: "Asking the server …",
  lost: "The server does not answer. It will be asked again.",

  denied: {
    title: "For the host",
    token: "The link, or what stands behind token= in it",
    go: "Open",
  },

  load: {
    title: "How the server is doing",
    processor: "Processor",
    moves: "Moves a minute",
    processorIs: (percent: number): string => `${percent} %`,
    movesAre: (count: number): string => String(count),
    picture: (what: string, now: string, most: string): string => `${what}, the last two minutes: now ${now}, at most ${most}`,
    memory: (megabytes: number): string => `${megabytes} MB of memory`,
    windows: (count: number): string => (count === 1 ? "1 window open" : `${count} windows open`),
    waiting: (count: number): string => (count === 0 ? "nobody waits for the computer" : `${count} questions wait for the computer`),
    since: (when: string): string => `running since ${when}`,
    node: (node: number, people: number, windows: number): string =>
      `server ${node}: ${people === 1 ? "1 person" : `${people} people`}, ${windows === 1 ? "1 window" : `${windows} windows`}`,
    silentNode: (node: number): string => `server ${node} does not answer`,
  },

  switches: {
    title: "For everybody",
    clocks_paused: "Pause all clocks",
    clocks_pausedNote: "Nobody can move in a game with a clock, and nobody's time runs.",
    computer_off: "No computer",
    computer_offNote: "Games against it stand still until it is back. The classic programs are not touched.",
    takebacks_off: "No takebacks",
    takebacks_offNote: "Nobody takes moves back, also against the computer and at one screen.",
    lobby_closed: "Close the lobby",
    lobby_closedNote: "Its seats are hidden. Invitations by link still work.",
    sessions_closed: "Let nobody new in",
    sessions_closedNote: "Whoever has a name here stays; codes still work.",
    on: "on",
    off: "off",
    done: (what: string, isOn: boolean): string => `${what}: ${isOn ? "on" : "off"}.`,
  },

  announce: {
    title: "Announcement",
    label: "All pages show this until you take it away",
    go: "Announce",
    clear: "Take away",
    told: "Announced.",
    cleared: "The announcement is gone.",
  },

  people: {
    title: (count: number): string => (count === 1 ? "1 person here" : `${count} people here`),
    none: "Nobody is here.",
    headings: { name: "Name", games: "Games", address: "Address", action: "Remove" },
    noGames: "no game",
    remove: "Remove",
    removeWho: (name: string): string => `Remove ${name}`,
    removed: (name: string): string => `${name} is out.`,
    at: (nodes: number[]): string => `server ${nodes.join(", ")}`,
  },

  remove: {
    title: (name: string): string => `Remove ${name}?`,
    says: (withClock: string, without: string): string =>
      `What they have open ends at once, and seats they offer are taken back. Games that have begun go on: the opponent may claim the win after ${withClock}, without a clock after ${without}.`,
    awayFor: "Keep them away",
    times: [
      [0, "not at all"],
      [10, "10 minutes"],
      [60, "1 hour"],
      [24 * 60, "1 day"],
      [2_000_000, "for good"],
    ] as [number, string][],
    address: "Also let nobody new in from their address",
    addressNote: "A whole class may share one address.",
    yes: "Remove",
  },

  removals: {
    title: "Kept away",
    until: (when: string): string => `until ${when}`,
    forGood: "for good",
    withAddress: ", with their address",
    readmit: "Let in again",
    readmitWho: (name: string): string => `Let ${name} in again`,
    readmitted: (name: string): string => `${name} may come again.`,
  },

  games: {
    title: (count: number): string => (count === 1 ? "1 running game" : `${count} running games`),
    none: "No game is running.",
    ago: (minutes: number): string =>
      minutes < 1 ? "just now" : minutes < 60 ? `${minutes} min ago` : minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : "days ago",
  },

  names: {
    title: "Reserved names",
    lead: "Nobody else can be called so, nor anything that reads like it. Whoever you give the code to has the name.",
    label: "Name",
    go: "Reserve",
    none: "No name is reserved.",
    renew: "New code",
    renewWho: (name: string): string => `New code for ${name}`,
    renewTitle: (name: string): string => `A new code for ${name}?`,
    renewSays: "The old code opens nothing any more. Devices that are in stay in.",
    release: "Release",
    releaseWho: (name: string): string => `Release ${name}`,
    releaseTitle: (name: string): string => `Release ${name}?`,
    releaseSays: "Then anybody may take this name.",
    released: (name: string): string => `${name} is free for anybody.`,
    codeFor: (name: string): string => `Code for ${name}`,
  },

  server: {
    title: "Server",
    backup: "Back up now",
    backedUp: (games: number, file: string): string => `${games === 1 ? "1 game is" : `${games} games are`} in ${file}.`,
    shutDown: "Shut down",
    shutDownTitle: "Shut the server down?",
    shutDownSays: "Everybody is told. Games wait on disk, and nobody's clock pays. To start it again, somebody must run the program.",
    isDown: "The server is shutting down. The games wait.",
    signOut: "Not the host any more in this browser",
    signedOut: "This browser is not the host's any more.",
  },

  code: {
    title: "Your name on another device",
    lead: "Write this code down, or open the link on the other device. There you are the same player, with all your games; this device stays in as well.",
    once: "It is shown once. A new code ends the old one.",
    code: "Code",
    link: "Link",
    copy: "Copy the link",
    copied: "The link is copied.",
    qr: "The link as a code to scan",
    loopback: "Only this computer can reach the server, so nobody can follow the link from elsewhere.",
    make: "Make a code",
    intro: "A code carries your name and all your games to another device. Whoever has it is you: keep it to yourself.",
    renewNote: "If you have one already, a new code ends the old one.",
    enter: "I have a code",
    enterTitle: "Be yourself on this device",
    enterLabel: "Your code",
    enterExample: "Five groups of four letters and digits",
    enterGo: "Go on as that player",
    welcome: (name: string): string => `You are ${name} here now.`,
    take: "Take the games along",
    leave: "Leave them behind",
    others: "Sign out everywhere else",
    othersTitle: "Sign out everywhere else?",
    othersSays:
      "All other devices that are you are nobody from then on, and your code is worthless: make a new one. Your games stay yours.",
    othersDone: "You are signed out everywhere else.",
  },
};

export type HostTexts = typeof english;

export const hostTexts: HostTexts = language === "de" ? (await import("./texts-de")).german : english;
