import { randomUUID } from "node:crypto";
import WebSocket from "ws";

/** What the dashboard of a signed-in person shows live. */
const PAGE_QUERIES = [
  ["users:me", {}],
  ["teams:mine", {}],
  ["announcements:list", { at: 0 }],
  ["resources:list", { at: 0 }],
  ["schedule:list", {}],
  ["settings:current", {}],
];
/** Those of them that take the read key which `users:me` tells. */
const NOTICES = ["announcements:list", "resources:list"];

/** What an organiser's page shows besides. */
export const ORGANISER_QUERIES = [
  ...PAGE_QUERIES,
  ["organiser:overview", {}],
  ["announcements:all", {}],
];

/** What the data browser shows of a table. */
export const DATA_BROWSER_QUERIES = [
  ["_system/cli/tables:default", {}],
  ["_system/frontend/getSchemas:default", {}],
  ["_system/frontend/tableSize:default", { tableName: "users" }],
  [
    "_system/frontend/paginatedTableDocuments:default",
    {
      table: "users",
      filters: null,
      paginationOpts: { numItems: 100, cursor: null },
    },
  ],
];

const TEAM_QUERY = 1;
const TEAM_CHANGE = Buffer.from(
  `{"queryId":${TEAM_QUERY},"type":"QueryUpdated"`,
);
const READ_KEY = Buffer.from(`"noticeReadKey":"`);
const ANSWER = Buffer.from(`"type":"Query`);
const TRANSITION = Buffer.from(`{"type":"Transition"`);
/** Half of what Convex's client waits at first, at random as there. */
const RETRY_MS = 500;

/** Milliseconds since the epoch, the same in all processes. */
export const now = () => performance.timeOrigin + performance.now();

/**
 * A page with a session of Convex's protocol. It parses only what is measured,
 * because thousands of them share a core.
 */
export class Guest {
  #url;
  #credential;
  /** By their ids; null for those that are not open any more. */
  #queries;
  #querySetVersion = 0;
  #sessionId = randomUUID();
  #connections = 0;
  #socket = null;
  #missing = 0;
  #onLive = () => {};
  #requests = new Map();
  #lastRequest = 0;
  #isClosed = false;
  /** The texts to look for in what arrives, and whom to tell. */
  #wanted = [];
  #lastTs = null;
  #readKey = null;
  /** The team on the screen: as `teams:mine` gives it. */
  team = null;
  /** Called after each change of `team`. */
  onTeam = () => {};
  /** Called with the function and the value of each answer, if it is set. */
  onAnswer = null;

  /** @param credential fields of the Authenticate message */
  constructor(url, credential, queries = PAGE_QUERIES) {
    this.#url = `${url.replace("http", "ws")}/api/1.48.0/sync`;
    this.#credential = credential;
    this.#queries = [...queries];
  }

  /** Resolves when every query has an answer; tries again until then. */
  connect() {
    return new Promise((resolve) => {
      this.#onLive = resolve;
      this.#open();
    });
  }

  /** Resolves when every query is answered again after the connection is lost. */
  reconnected() {
    return new Promise((resolve) => {
      this.#onLive = resolve;
    });
  }

  /** Resolves with the time when `text` is in a Transition. */
  sees(text) {
    return new Promise((resolve) => {
      this.#wanted.push({ text: Buffer.from(text), resolve });
    });
  }

  /** Resolves with its result when the page shows what the mutation changed, as Convex's client does. */
  mutate(udfPath, args) {
    const requestId = this.#lastRequest++;
    return new Promise((resolve, reject) => {
      this.#requests.set(requestId, { resolve, reject, ts: null });
      this.#send({ type: "Mutation", requestId, udfPath, args: [args] });
    });
  }

  /** Closes the open queries of these functions and opens others, as a page does that shows something else. */
  turn(closed, opened) {
    const removed = this.#queries.flatMap((query, queryId) =>
      query !== null && closed.includes(query[0]) ? [queryId] : [],
    );
    for (const queryId of removed) this.#queries[queryId] = null;
    const from = this.#queries.length;
    this.#queries.push(...opened);
    this.#changeQuerySet([
      ...removed.map((queryId) => ({ type: "Remove", queryId })),
      ...opened.map((query, k) => adding(query, from + k)),
    ]);
  }

  close() {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  /** Asks for the notices with the read key instead, as a page does. */
  #askWith(readKey) {
    this.#readKey = readKey;
    const asked = this.#queries.filter(
      (query) => query !== null && NOTICES.includes(query[0]),
    );
    if (asked.length === 0) return;
    this.turn(
      NOTICES,
      asked.map(([path, args]) => [path, { ...args, readKey }]),
    );
  }

  #open() {
    const socket = new WebSocket(this.#url, { perMessageDeflate: false });
    this.#socket = socket;
    this.#missing = this.#queries.filter((query) => query !== null).length;
    socket.on("open", () => this.#greet());
    socket.on("message", (bytes) => this.#receive(bytes));
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!this.#isClosed) {
        const afterMs = RETRY_MS * (0.5 + Math.random());
        setTimeout(() => this.#open(), afterMs);
      }
    });
  }

  #greet() {
    this.#send({
      type: "Connect",
      sessionId: this.#sessionId,
      connectionCount: this.#connections++,
      lastCloseReason: null,
      maxObservedTimestamp: this.#lastTs ?? undefined,
      clientTs: Date.now(),
    });
    this.#send({ type: "Authenticate", baseVersion: 0, ...this.#credential });
    this.#querySetVersion = 0;
    this.#changeQuerySet(
      this.#queries.flatMap((query, queryId) =>
        query === null ? [] : [adding(query, queryId)],
      ),
    );
  }

  #changeQuerySet(modifications) {
    this.#send({
      type: "ModifyQuerySet",
      baseVersion: this.#querySetVersion,
      newVersion: ++this.#querySetVersion,
      modifications,
    });
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #receive(bytes) {
    if (!bytes.subarray(0, TRANSITION.length).equals(TRANSITION))
      return this.#onMessage(JSON.parse(bytes));
    if (this.#missing > 0) {
      this.#missing -= occurrences(bytes, ANSWER);
      if (this.#missing <= 0) this.#onLive(now());
    }
    const readKey = textAfter(bytes, READ_KEY);
    if (readKey !== null && readKey !== this.#readKey) this.#askWith(readKey);
    this.#wanted = this.#wanted.filter(({ text, resolve }) => {
      const isThere = bytes.includes(text);
      if (isThere) resolve(now());
      return !isThere;
    });
    if (
      this.#requests.size > 0 ||
      this.onAnswer !== null ||
      bytes.includes(TEAM_CHANGE)
    )
      this.#onTransition(JSON.parse(bytes));
  }

  #onTransition({ modifications, endVersion }) {
    this.#lastTs = endVersion.ts;
    for (const { queryId, type, value } of modifications) {
      if (type !== "QueryUpdated" || this.#queries[queryId] === null) continue;
      this.onAnswer?.(this.#queries[queryId][0], value);
      if (queryId !== TEAM_QUERY) continue;
      this.team = value;
      this.onTeam();
    }
    const ts = numberOf(endVersion.ts);
    for (const [requestId, request] of this.#requests) {
      if (request.ts === null || request.ts > ts) continue;
      this.#requests.delete(requestId);
      request.resolve(request.result);
    }
  }

  #onMessage(message) {
    if (message.type === "MutationResponse") {
      const request = this.#requests.get(message.requestId);
      if (message.success) {
        request.ts = numberOf(message.ts);
        request.result = message.result;
      } else request.reject(new Error(JSON.stringify(message)));
    } else if (message.type !== "Ping") {
      throw new Error(`unexpected ${JSON.stringify(message)}`);
    }
  }
}

function adding([udfPath, args], queryId) {
  return { type: "Add", queryId, udfPath, args: [args] };
}

function numberOf(ts) {
  return Buffer.from(ts, "base64").readBigUInt64LE();
}

/** What follows up to a quotation mark; null if the text is not there. */
function textAfter(bytes, text) {
  const found = bytes.indexOf(text);
  if (found < 0) return null;
  const from = found + text.length;
  return bytes.toString("latin1", from, bytes.indexOf('"', from));
}

function occurrences(bytes, text) {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0; count++)
    at = bytes.indexOf(text, at + text.length);
  return count;
}
