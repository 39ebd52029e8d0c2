import type { IconName } from "./ui/icon";

/** Something that menu, tool bar and keys do. */
export type Command = {
  name: string;
  label: string;
  icon: IconName;
  /** As the menu shows it. */
  key?: string;
  /** All keys that do it, as `keyOf` writes them. */
  keys?: string[];
  run: () => void;
  isOff?: boolean;
  isPressed?: boolean;
};

export type Group = { title: string; commands: Command[] };
