// What a chess server in Node costs at the least: a move is judged by chess.js, committed by itself with synchronous=FULL,
// and sent to everybody who watches the game. It offers no destinations, keeps no clocks and knows nobody's rights.
//
// It is spoken to like ours, as far as the generator speaks.

import { createServer } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Chess } from "chess.js";
import { WebSocketServer } from "ws";

const folder = process.argv[2];
const database = new Database(join(folder, "yardstick.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(`
  CREATE TABLE move (game INTEGER, version INTEGER, uci TEXT, at INTEGER, PRIMARY KEY (game, version)) WITHOUT ROWID
`);
// One statement outside a transaction is one commit.
const keep = database.prepare("INSERT INTO move VALUES (?, ?, ?, ?)");

const games = [];

function newGame() {
  games.push({ chess: new Chess(), version: 1, sockets: new Set() });
  return games.length - 1;
}

function obey(number, socket, command) {
  const game = games[number];
  if (command.version !== game.version) {
    socket.send(JSON.stringify({ type: "failed", id: command.id, why: "stale" }));
    return;
  }
  const uci = command.action.move;
  let move;
  try {
    move = game.chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
  } catch (error) {
    socket.send(JSON.stringify({ type: "failed", id: command.id, why: error.message }));
    return;
  }
  const over = game.chess.isGameOver();
  game.version += 1;
  keep.run(number, game.version, uci, Date.now());
  const entry = JSON.stringify({ type: "entry", version: game.version, uci, san: move.san, fen: move.after, over });
  for (const watcher of game.sockets) {
    watcher.send(entry);
  }
  socket.send(JSON.stringify({ type: "accepted", id: command.id, version: game.version }));
}

function answerTo(method, path) {
  const [, , kind, number] = path.split("/");
  if (kind === "session") {
    return { token: "yardstick" };
  }
  if (method === "POST") {
    return { game: number ?? String(newGame()) };
  }
  const { chess, version } = games[Number(number)];
  return { version, line: chess.history(), state: { fen: chess.fen() } };
}

const server = createServer((request, response) => {
  request.resume();
  const answer = JSON.stringify(answerTo(request.method, request.url));
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length, Connection: "close" });
  response.end(answer);
});

const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  const number = Number(request.url.split("/")[3]);
  const game = games[number];
  game.sockets.add(socket);
  socket.send(JSON.stringify({ type: "game", version: game.version, fen: game.chess.fen() }));
  socket.on("message", (text) => obey(number, socket, JSON.parse(text)));
  socket.on("close", () => game.sockets.delete(socket));
});

server.listen(0, "127.0.0.1", () => {
  console.log(`yardstick at http://127.0.0.1:${server.address().port} `);
});
