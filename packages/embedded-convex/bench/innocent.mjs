/**
 * Someone who means well and is signed in, in a thread of their own: has the queries of a page open, asks a question
 * every 20 ms, and says how long each answer took. Every second a teammate comes: connects, signs in, joins, which the
 * page shows; signs up somebody; sends a picture.
 */
import { makeFunctionReference } from "convex/server";
import { signerOf } from "../../../tests/load/deployment";
import { within } from "../../../tests/load/pace";
import { Person } from "../../../tests/load/person";

const MEMBERS = makeFunctionReference("bench:members");
const JOIN = makeFunctionReference("bench:join");
const LEAVE = makeFunctionReference("bench:leave");
const SIGN_UP = makeFunctionReference("load:signUp");
const UPLOAD_URL = makeFunctionReference("load:uploadUrl");
const EVERY_MS = 20;
const PATIENCE_MS = 10_000;
/** Of a page's questions: with 500 the server refuses the page (../README.md). */
const MOST_WAITING = 400;
const PICTURE = Buffer.alloc(4 * 1024 * 1024);

const nothing = () => ({ asked: 0, done: [] });
const fresh = () => ({
  answers: [],
  joins: nothing(),
  signUps: nothing(),
  pictures: nothing(),
});

/** Tells what it has noted whenever it is asked, until the one who asks ends. */
export async function run() {
  const asker = await new Promise((begin) => process.once("message", begin));
  const { url } = asker;
  const sign = await signerOf(url, asker.jwtPrivateKey);
  const comes = async (name) => new Person(url, { token: await sign(name) });
  const page = await comes("innocent");
  const seen = new Map();
  for (let n = 0; n < 15; n++)
    page.watch(MEMBERS, { teamId: `page ${n}` }, (names) => {
      for (const name of names) seen.get(name)?.();
    });
  let figures = fresh();
  let asked = 0;
  let waiting = 0;
  let visits = 0;
  let cameBefore = 0;
  const tell = () => {
    process.send({ ...figures, hungUpOn: page.connections - cameBefore });
    cameBefore = page.connections;
    figures = fresh();
  };

  async function visit(name) {
    const now = figures;
    const teammate = await comes(name);
    const place = { teamId: `page ${visits++ % 15}`, userId: name };
    await timed(now.joins, async () => {
      const shown = new Promise((resolve) => seen.set(name, resolve));
      await teammate.change(JOIN, place);
      await shown;
    });
    const signUp = timed(now.signUps, () =>
      teammate.attempt(SIGN_UP, { name }),
    );
    const picture = timed(now.pictures, async () => {
      const to = await teammate.change(UPLOAD_URL, {});
      const { status } = await fetch(to, { method: "POST", body: PICTURE });
      if (status !== 200) throw new Error(`${status}`);
    });
    await Promise.all([signUp, picture]);
    seen.delete(name);
    await teammate.change(LEAVE, place);
    await teammate.close();
  }

  setInterval(() => {
    if (waiting === MOST_WAITING) return;
    const { answers } = figures;
    waiting += 1;
    const from = performance.now();
    // Another question each time: its answer is nowhere yet.
    page
      .query(MEMBERS, { teamId: `innocent${asked++}` })
      .then(
        () => answers.push(performance.now() - from),
        () => answers.push(Infinity),
      )
      .finally(() => (waiting -= 1));
  }, EVERY_MS);
  setInterval(() => void visit(`teammate ${asked}`), 1_000);
  process.on("message", tell);
  tell();
  await new Promise((end) => process.once("disconnect", end));
  return "";
}

async function timed(figure, work) {
  figure.asked += 1;
  const from = performance.now();
  await within("work", work(), PATIENCE_MS).then(
    () => figure.done.push(performance.now() - from),
    () => {},
  );
}
