import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { app } from "../app-state";
import { commandGroups, findCommand } from "../commands";
import type { Command } from "../command";
import { settings } from "../settings";
import { texts } from "../texts";
import { useObservable } from "../ui/hooks";
import { Icon } from "../ui/icon";

const TOOLS = ["new", "open", "save", "save-as", "undo", "redo", "flip", "sounds", "settings", "quit"];
/** What a tool bar without a game has. */
const HOME_TOOLS = ["new", "open", "sounds", "settings", "quit"];

/** The brand, the menu and the tool bar. */
export function Header(): JSX.Element {
  useObservable(settings);
  useObservable(app.room);
  const isGame = app.showsBoard;
  const names = isGame ? TOOLS : HOME_TOOLS;
  const tools = names.map(findCommand).filter((command): command is Command => command !== undefined);
  return (
    <header class={isGame ? "top of-game" : "top"}>
      <a
        class="brand"
        href="/"
        aria-label={texts.appName}
        onClick={(event) => {
          event.preventDefault();
          app.go("/");
        }}
      >
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{texts.appName}</span>
      </a>
      <Menu />
      <div class="tools" role="toolbar" aria-label={texts.commands.toolBar}>
        {tools.map((tool) => (
          <button
            type="button"
            key={tool.name}
            class="tool"
            data-command={tool.name}
            disabled={tool.isOff}
            aria-label={tool.label}
            title={tool.key ? `${tool.label} (${texts.keys.name(tool.key)})` : tool.label}
            onClick={tool.run}
          >
            <Icon name={tool.icon} />
            <span class="tool-label" aria-hidden="true">
              {tool.label}
            </span>
          </button>
        ))}
      </div>
    </header>
  );
}

/** Where the groups before and after that of an item begin, for the keys that lead there. */
function groupsBeside(items: HTMLElement[], at: number): { ArrowLeft: number; ArrowRight: number } {
  const groups = [...new Set(items.map((item) => item.parentElement))];
  const here = groups.indexOf(items[at]?.parentElement ?? null);
  const first = (group: number): number =>
    items.findIndex((item) => item.parentElement === groups[(group + groups.length) % groups.length]);
  return { ArrowLeft: first(here - 1), ArrowRight: first(here + 1) };
}

function Menu(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Small screens leave some out.
  const items = (): HTMLButtonElement[] =>
    [...(list.current?.querySelectorAll<HTMLButtonElement>("[role^=menuitem]:not([aria-disabled=true])") ?? [])].filter((item) =>
      item.checkVisibility(),
    );

  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const away = (event: Event): void => {
      if (event.target instanceof Node && !list.current?.contains(event.target) && !button.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("mousedown", away);
    return () => document.removeEventListener("mousedown", away);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1, ...groupsBeside(all, at) }[event.key];
    if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else return;
    if (event.key !== "Tab") event.preventDefault();
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="menu">
      <button
        type="button"
        ref={button}
        class="tool menu-button"
        aria-label={texts.commands.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
        <span>{texts.commands.menu}</span>
      </button>
      <div id="menu" class="menu-list" role="menu" aria-label={texts.commands.menu} hidden={!isOpen} ref={list} onKeyDown={onKeyDown}>
        {isOpen && (
          <div class="menu-groups" role="presentation">
            {commandGroups().map((group) => (
              <div role="group" aria-label={group.title} key={group.title}>
                <p aria-hidden="true">{group.title}</p>
                {group.commands.map((command) => (
                  <button
                    type="button"
                    key={command.name}
                    tabIndex={-1}
                    data-menu={command.name}
                    role={command.isPressed === undefined ? "menuitem" : "menuitemcheckbox"}
                    aria-checked={command.isPressed}
                    aria-disabled={command.isOff ? true : undefined}
                    onClick={() => {
                      if (command.isOff) return;
                      close();
                      command.run();
                    }}
                  >
                    <Icon name={command.icon} />
                    <span>{command.label}</span>
                    {command.key && <kbd>{texts.keys.name(command.key)}</kbd>}
                  </button>
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
