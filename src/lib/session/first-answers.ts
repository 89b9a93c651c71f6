/**
 * The answers that the portal's pages begin with, asked for over HTTP by the first script of a page (`start.ts`): one
 * request on a connection that is open already, beside the loading of the other scripts. A WebSocket would take three
 * round trips after them. Each answer counts until the live query has one of its own.
 */
import type { paths } from "../../paths";
import { deploymentUrl } from "../deployment-url";
import { hasExpired } from "./token-claims";
import { storedToken } from "./token-storage";

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

const answers = new Map<string, Answer>();
const listeners = new Set<() => void>();
let openedAt: number | undefined;

/** Every question that this page begins with, for the same moment, and with the read key if it is known. */
export function openingQuestions(): OpeningQuestion[] {
  const known = { at: openingTime(), readKey: knownReadKey() };
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

function knownReadKey(): string | undefined {
  const me = firstAnswer("users:me", {})?.data;
  const isTold = typeof me === "object" && me !== null && "noticeReadKey" in me;
  return isTold && typeof me.noticeReadKey === "string"
    ? me.noticeReadKey
    : undefined;
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
    const response = await fetch(`${deploymentUrl()}/api/query_batch`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ queries }),
    });
    const results = resultsOf(await response.json());
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
    const response = await fetch(`${deploymentUrl()}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path, args, format: "json" }),
    });
    const result: unknown = await response.json();
    if (!isSuccess(result)) return undefined;
    keep([{ path, args }], [result]);
    return result.value as Answered;
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
  tell();
}

/** Calls back when the answers have come or are forgotten. @returns a function that stops it */
export function onFirstAnswers(callback: () => void): () => void {
  listeners.add(callback);
  return () => {
    listeners.delete(callback);
  };
}

function keep(questions: { path: string; args: object }[], results: unknown[]) {
  for (const [index, { path, args }] of questions.entries()) {
    const result = results[index];
    if (isSuccess(result)) {
      const answer: Answer = { status: "success", data: result.value };
      answers.set(keyOf(path, args), answer);
    }
  }
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

/** Without the read key for notices, which changes who may ask but not the answer. */
function keyOf(path: string, args: object): string {
  return path + JSON.stringify({ ...args, readKey: undefined });
}

function resultsOf(body: unknown): unknown[] {
  const isBatch =
    typeof body === "object" && body !== null && "results" in body;
  return isBatch && Array.isArray(body.results) ? body.results : [];
}

function isSuccess(result: unknown): result is { value: unknown } {
  return (
    typeof result === "object" &&
    result !== null &&
    "status" in result &&
    result.status === "success" &&
    "value" in result
  );
}
