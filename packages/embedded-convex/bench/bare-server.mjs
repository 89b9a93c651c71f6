/**
 * The ceiling: the three bench functions written directly into a server for
 * Convex's sync protocol. Teams are in memory, every mutation is a line in a
 * log, and mutations that arrive during a sync share the next fdatasync (group
 * commit). There is no query engine, validation or authentication. Reads PORT
 * and DIR.
 */
import fs from "node:fs";
import path from "node:path";
import { WebSocketServer } from "ws";

const file = path.join(process.env.DIR, "log.jsonl");
const teams = new Map();
const zero = timestamp(0n);
let version = 0n;
let waiting = [];
let isSyncing = false;

if (fs.existsSync(file)) replay();
const log = fs.openSync(file, "a");

const server = new WebSocketServer({
  port: Number(process.env.PORT),
  host: "127.0.0.1",
  perMessageDeflate: false,
});
server.on("connection", (socket) => {
  const connection = { socket, querySet: 0, at: zero, watched: new Map() };
  socket.on("message", (frame) => receive(connection, JSON.parse(frame)));
  socket.on("error", () => {});
  socket.on("close", () =>
    connection.watched.forEach((team) => team.watchers.delete(connection)),
  );
});

function receive(connection, message) {
  if (message.type === "ModifyQuerySet") modify(connection, message);
  if (message.type === "Mutation") mutate(connection, message);
}

function modify(connection, { modifications, newVersion }) {
  const changes = modifications.map((change) => {
    if (change.type === "Remove") {
      connection.watched.get(change.queryId)?.watchers.delete(connection);
      connection.watched.delete(change.queryId);
      return `{"type":"QueryRemoved","queryId":${change.queryId}}`;
    }
    const team = teamOf(change.args[0].teamId);
    team.watchers.set(connection, change.queryId);
    connection.watched.set(change.queryId, team);
    return updated(change.queryId, JSON.stringify(team.members));
  });
  sendTransition(connection, changes.join(","), newVersion);
}

function mutate(
  connection,
  { requestId, udfPath, args: [{ teamId, userId }] },
) {
  const change = { isLeave: udfPath.endsWith("leave"), teamId, userId };
  const { members } = teamOf(teamId);
  if (!change.isLeave && (members.length >= 4 || members.includes(userId))) {
    connection.socket.send(
      `{"type":"MutationResponse","requestId":${requestId},"success":false,"result":"refused","logLines":[]}`,
    );
    return;
  }
  apply(change);
  waiting.push({ connection, requestId, change });
  if (!isSyncing) flush();
}

function flush() {
  const batch = waiting;
  waiting = [];
  isSyncing = true;
  fs.write(
    log,
    batch.map(({ change }) => `${JSON.stringify(change)}\n`).join(""),
    (writeError) => {
      if (writeError) throw writeError;
      fs.fdatasync(log, (syncError) => {
        if (syncError) throw syncError;
        publish(batch);
        if (waiting.length > 0) flush();
        else isSyncing = false;
      });
    },
  );
}

function publish(batch) {
  const at = timestamp(++version);
  for (const { connection, requestId } of batch) {
    connection.socket.send(
      `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":null,"ts":"${at}","logLines":[]}`,
    );
  }
  const told = new Set();
  for (const team of new Set(
    batch.map(({ change }) => teamOf(change.teamId)),
  )) {
    const list = JSON.stringify(team.members);
    for (const [connection, queryId] of team.watchers) {
      told.add(connection);
      sendTransition(connection, updated(queryId, list));
    }
  }
  for (const { connection } of batch) {
    if (told.has(connection)) continue;
    told.add(connection);
    sendTransition(connection, "");
  }
}

function sendTransition(
  connection,
  modifications,
  querySet = connection.querySet,
) {
  const start = `{"querySet":${connection.querySet},"identity":0,"ts":"${connection.at}"}`;
  connection.querySet = querySet;
  connection.at = timestamp(version);
  const end = `{"querySet":${querySet},"identity":0,"ts":"${connection.at}"}`;
  connection.socket.send(
    `{"type":"Transition","startVersion":${start},"endVersion":${end},"modifications":[${modifications}]}`,
  );
}

function updated(queryId, value) {
  return `{"type":"QueryUpdated","queryId":${queryId},"value":${value},"logLines":[],"journal":null}`;
}

function timestamp(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(number);
  return bytes.toString("base64");
}

function teamOf(id) {
  let team = teams.get(id);
  if (!team) teams.set(id, (team = { members: [], watchers: new Map() }));
  return team;
}

function apply({ isLeave, teamId, userId }) {
  const team = teamOf(teamId);
  team.members = isLeave
    ? team.members.filter((member) => member !== userId)
    : [...team.members, userId];
}

function replay() {
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    try {
      apply(JSON.parse(line));
    } catch {
      return; // A torn last line was never acknowledged.
    }
  }
}
