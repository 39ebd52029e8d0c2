import { render } from "preact";
import { App } from "./app";
import { app } from "./app-state";
import { listenToDrops } from "./files";
import { listenToKeys } from "./keys";
import { settings } from "./settings";
import "@lichess-org/chessground/assets/chessground.base.css";
import "virtual:piece-sets.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/page.css";
import "./styles/game.css";

settings.apply();
const root = document.getElementById("app");
if (root) render(<App />, root);
listenToKeys();
listenToDrops();
void app.start();
