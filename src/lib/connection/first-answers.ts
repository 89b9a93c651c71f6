/**
 * The answers that the portal's pages begin with, asked for over HTTP by the first script of a page (`start.ts`): one
 * request on a connection that is open already, beside the loading of the other scripts. A WebSocket would take three
 * round trips after them. Each answer counts until the live query has one of its own.
 */
import type { Me } from "#convex/account/shared";
import type { paths } from "../../paths";
import { callOverHttp } from "./deployment-url";
import { newListeners } from "../listeners";
import { hasExpired } from "../session/token-claims";
import { storedToken } from "../session/token-storage";

/** Convex's names of functions, and what each takes: the page's time, or the read key that `users:me` tells. */
type Questions = Record<string, readonly ("at" | "readKey")[]>;

type Address = (typeof paths)[keyof typeof paths];

export const OPENING: Questions = {
  "users:me": [],
  "teams:mine": [],
  "settings:current": [],
  "settings:teamChanges": ["at"],
  "schedule:list": [],
  "announcements:list": ["at", "readKey"],
  "resources:list": ["at", "readKey"],
};

/** What a page begins with besides. */
const OPENING_OF: Partial<Record<Address, Questions>> = {
  "/find": {
    "listings:readKey": [],
    "listings:hidden": [],
    "requests:mine": [],
    "listings:mine": [],
  },
  "/judge": {
    "judging:desk": [],
    "judging:projects": [],
    "judging:published": [],
  },
  "/project": { "projects:workbench": [], "settings:submissions": ["at"] },
};

const OPENING_MS = 30_000;
const MINUTE_MS = 60_000;

/** A question of the opening, as Convex's HTTP API takes it. */
export type OpeningQuestion = {
  path: string;
  args: { at?: number; readKey?: string };
};

type Answer = { status: "success"; data: unknown };

/** What the deployment says to a question. */
type Result = { status: string; value?: unknown };

const answers = new Map<string, Answer>();
const listeners = newListeners();
let openedAt: number | undefined;

/** Every question that this page begins with, for the same moment, and with the read key if it is known. */
export function openingQuestions(): OpeningQuestion[] {
  const me = firstAnswer("users:me", {})?.data as Me | null | undefined;
  const known = { at: openingTime(), readKey: me?.noticeReadKey ?? undefined };
  const address = location.pathname.replace(/\/+$/u, "") as Address;
  return Object.entries({ ...OPENING, ...OPENING_OF[address] }).map(
    ([path, names]) => {
      const taken = names.filter((name) => known[name] !== undefined);
      return {
        path,
        args: Object.fromEntries(taken.map((name) => [name, known[name]])),
      };
    },
  );
}

/**
 * The minute in which the page opened, for the questions of the opening: all who ask them in one page ask the same ones,
 * and so do other pages that open in that minute, which can then share the answers.
 */
export function openingTime(): number {
  const now = Date.now();
  if (openedAt === undefined || Math.abs(now - openedAt) > OPENING_MS) {
    openedAt = now;
  }
  return Math.floor(openedAt / MINUTE_MS) * MINUTE_MS;
}

/** Sends all queries in one request, if someone may be signed in. If it fails, the live queries answer. */
export async function askFirst(): Promise<void> {
  const token = storedToken();
  if (token === null || hasExpired(token)) return;
  try {
    const queries = openingQuestions().map((question) => ({
      ...question,
      format: "json",
    }));
    const response = await callOverHttp("query_batch", { queries }, { token });
    const { results = [] } = (await response.json()) as { results?: Result[] };
    // Otherwise the person has signed out meanwhile.
    if (storedToken() === token) keep(queries, results);
  } catch {
    // Unreachable, not a deployment, or the token has expired.
  }
}

/** Sends one query whose result is the same for everyone. If it fails or is refused, the live query answers. */
export async function askForAll<Answered>(
  path: string,
  args: object,
): Promise<Answered | undefined> {
  try {
    const question = { path, args, format: "json" };
    const response = await callOverHttp("query", question);
    const result = (await response.json()) as Result;
    keep([question], [result]);
    return result.value as Answered | undefined;
  } catch {
    // Unreachable, or not a deployment.
    return undefined;
  }
}

/** Whether the deployment has answered and accepted the stored token. */
export function isKnownFirst(): boolean {
  return (firstAnswer("users:me", {})?.data ?? null) !== null;
}

/** @returns the same object each time; undefined if there is none */
export function firstAnswer(path: string, args: object): Answer | undefined {
  return answers.get(keyOf(path, args));
}

/** Called with the first live answer to this question. */
export function forgetAnswer(path: string, args: object): void {
  answers.delete(keyOf(path, args));
}

/** Called when a session has ended or another begins. */
export function forgetFirst(): void {
  openedAt = undefined;
  answers.clear();
  listeners.tell();
}

/** Calls back when the answers have come or are forgotten. @returns a function that stops it */
export const onFirstAnswers = listeners.subscribe;

function keep(questions: { path: string; args: object }[], results: Result[]) {
  for (const [index, { path, args }] of questions.entries()) {
    const { status, value } = results[index] ?? {};
    if (status === "success")
      answers.set(keyOf(path, args), { status, data: value });
  }
  listeners.tell();
}

/** Without the read key for notices, which changes who may ask but not the answer. */
function keyOf(path: string, args: object): string {
  return path + JSON.stringify({ ...args, readKey: undefined });
}
