/**
 * Someone who means well and is signed in, in a thread of their own: has the queries of a page open, asks a question
 * every 20 ms, and says how long each answer took. Every second a teammate comes: connects, signs in, joins, which the
 * page shows; signs up somebody; sends a picture.
 */
import { parentPort, workerData } from "node:worker_threads";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { importPKCS8, SignJWT } from "jose";
import WebSocket from "ws";
import { within } from "./measure.mjs";

const { url, privateKey } = workerData;
const MEMBERS = makeFunctionReference("bench:members");
const JOIN = makeFunctionReference("bench:join");
const LEAVE = makeFunctionReference("bench:leave");
const SIGN_UP = makeFunctionReference("load:signUp");
const UPLOAD_URL = makeFunctionReference("load:uploadUrl");
const EVERY_MS = 20;
const PATIENCE_MS = 10_000;
const PICTURE = Buffer.alloc(4 * 1024 * 1024);

const key = await importPKCS8(privateKey, "RS256");
const tokenOf = (name) =>
  new SignJWT({ sub: name })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(url)
    .setAudience("convex")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);

function signIn(name) {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(() => tokenOf(name));
  return client;
}

const page = signIn("innocent");
const seen = new Map();
for (let n = 0; n < 15; n++)
  page.onUpdate(MEMBERS, { teamId: `page ${n}` }, (names) => {
    for (const name of names) seen.get(name)?.();
  });

const nothing = () => ({ asked: 0, done: [] });
const fresh = () => ({
  answers: [],
  joins: nothing(),
  signUps: nothing(),
  pictures: nothing(),
});
let figures = fresh();
let asked = 0;
let visits = 0;
let cameBefore = 0;

setInterval(() => {
  const { answers } = figures;
  const from = performance.now();
  // Another question each time: its answer is nowhere yet.
  page.query(MEMBERS, { teamId: `innocent${asked++}` }).then(
    () => answers.push(performance.now() - from),
    () => answers.push(Infinity),
  );
}, EVERY_MS);

setInterval(() => void visit(`teammate ${asked}`), 1_000);

async function visit(name) {
  const now = figures;
  const teammate = signIn(name);
  const place = { teamId: `page ${visits++ % 15}`, userId: name };
  await timed(now.joins, async () => {
    const shown = new Promise((resolve) => seen.set(name, resolve));
    await teammate.mutation(JOIN, place);
    await shown;
  });
  const signUp = timed(now.signUps, () => teammate.action(SIGN_UP, { name }));
  const picture = timed(now.pictures, async () => {
    const to = await teammate.mutation(UPLOAD_URL, {});
    const { status } = await fetch(to, { method: "POST", body: PICTURE });
    if (status !== 200) throw new Error(`${status}`);
  });
  await Promise.all([signUp, picture]);
  seen.delete(name);
  await teammate.mutation(LEAVE, place);
  await teammate.close();
}

async function timed(figure, work) {
  figure.asked += 1;
  const from = performance.now();
  await within(PATIENCE_MS, work(), "work").then(
    () => figure.done.push(performance.now() - from),
    () => {},
  );
}

parentPort.on("message", () => {
  const { connectionCount } = page.connectionState();
  parentPort.postMessage({
    ...figures,
    hungUpOn: connectionCount - cameBefore,
  });
  cameBefore = connectionCount;
  figures = fresh();
});
