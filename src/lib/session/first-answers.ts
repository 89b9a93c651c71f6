/**
 * The answers that the portal's pages begin with, asked for over HTTP by the first script of a page (`start.ts`): one
 * request on a connection that is open already, beside the loading of the other scripts. A WebSocket would take three
 * round trips after them. Each answer counts until the live query has one of its own.
 */
import { deploymentUrl } from "../deployment-url";
import { hasExpired } from "./token-claims";
import { storedToken } from "./token-storage";

/** Convex's names of functions. The value says whether the function takes the page's time. */
const OPENING = {
  "users:me": false,
  "teams:mine": false,
  "settings:current": false,
  "settings:teamChanges": true,
  "events:list": false,
  "announcements:list": true,
  "resources:list": true,
};

const OPENING_MS = 30_000;

/** A question of the opening, as Convex's HTTP API takes it. */
export type OpeningQuestion = { path: string; args: { at?: number } };

type Answer = { status: "success"; data: unknown };

const answers = new Map<string, Answer>();
const listeners = new Set<() => void>();
let openedAt: number | undefined;

/** Every question that a page of the portal begins with, for the same moment. */
export function openingQuestions(): OpeningQuestion[] {
  const at = openingTime();
  return Object.entries(OPENING).map(([path, isTimed]) => ({
    path,
    args: isTimed ? { at } : {},
  }));
}

/** The page's time in the questions of the opening, so that all who ask them at about the same time ask the same ones. */
export function openingTime(): number {
  const now = Date.now();
  if (openedAt === undefined || Math.abs(now - openedAt) > OPENING_MS) {
    openedAt = now;
  }
  return openedAt;
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

function keyOf(path: string, args: object): string {
  return path + JSON.stringify(args);
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
