/**
 * Someone who means well, in a thread of their own: asks a question every
 * 20 ms on an open connection, and says how long each answer took.
 */
import { parentPort, workerData } from "node:worker_threads";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import WebSocket from "ws";

const MEMBERS = makeFunctionReference("bench:members");
const EVERY_MS = 20;

const client = new ConvexClient(workerData.url, {
  webSocketConstructor: WebSocket,
  unsavedChangesWarning: false,
  logger: false,
});
let answers = [];
let asked = 0;

setInterval(() => {
  const from = performance.now();
  // Another question each time: its answer is nowhere yet.
  client.query(MEMBERS, { teamId: `innocent${asked++}` }).then(
    () => answers.push(performance.now() - from),
    () => answers.push(Infinity),
  );
}, EVERY_MS);

parentPort.on("message", () => {
  parentPort.postMessage(answers);
  answers = [];
});
