import { beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../../../embedded/base/clock";
import type { Caller } from "../../../embedded/functions/execution/function-call";
import type {
  SyncEffect,
  SyncEvent,
} from "../../../embedded/protocol/sync-effects";
import { SyncSession } from "../../../embedded/protocol/sync-session";
import { encodeTimestamp } from "../../../embedded/protocol/timestamps";

const SESSION_ID = "11111111-2222-4333-8444-555555555555";
const caller: Caller = { kind: "user", identity: null };
const response = '{"type":"MutationResponse"}';

const frames = {
  connect: { type: "Connect", sessionId: SESSION_ID, connectionCount: 0 },
  authenticate: {
    type: "Authenticate",
    tokenType: "User",
    value: "token",
    baseVersion: 0,
  },
  modify: {
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: [{ type: "Add", queryId: 0, udfPath: "a:b", args: [{}] }],
  },
  mutation: { type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}] },
  action: { type: "Action", requestId: 1, udfPath: "a:b", args: [{}] },
  event: { type: "Event", eventType: "ClientConnect", event: {} },
  unknown: { type: "Surprise" },
};

const received = (message: unknown): SyncEvent => ({
  kind: "received",
  text: JSON.stringify(message),
});

const events = {
  connect: received(frames.connect),
  authenticate: received(frames.authenticate),
  modify: received(frames.modify),
  mutation: received(frames.mutation),
  action: received(frames.action),
  event: received(frames.event),
  unknown: received(frames.unknown),
  garbage: { kind: "received", text: "{]" },
  authenticated: { kind: "authenticated", caller, expiresAtMs: null },
  refused: { kind: "refused", error: "bad token" },
  mutated: { kind: "mutated", response },
  invalidated: { kind: "invalidated" },
  updated: { kind: "updated", ts: 7n, modifications: [] },
  stalled: { kind: "stalled" },
  drained: { kind: "drained" },
  expired: { kind: "expired" },
  failed: { kind: "failed" },
  closed: { kind: "closed" },
} satisfies Record<string, SyncEvent>;

type EventName = keyof typeof events;
type State = "opened" | "ready" | "updating" | "authenticating" | "closed";

function newSession(latest = 100n, isResting = () => false) {
  const clock = manualClock(1_000);
  const latestTimestamp = () => latest;
  const session = new SyncSession({ clock, latestTimestamp, isResting });
  return { clock, session };
}

/** Brings a session into a state by what a client would do. */
function sessionIn(state: State): SyncSession {
  const { session } = newSession();
  if (state === "opened") return session;
  session.handle(events.connect);
  if (state === "updating") session.handle(events.invalidated);
  if (state === "authenticating") session.handle(events.authenticate);
  if (state === "closed") session.handle(events.garbage);
  return session;
}

/** Effects as words: kinds, and for what is sent its type. */
function words(effects: readonly SyncEffect[]): string {
  return effects
    .map((effect) => {
      if (effect.kind === "send") return JSON.parse(effect.text).type as string;
      return effect.kind === "close" && effect.code !== undefined
        ? `close ${effect.code}`
        : effect.kind;
    })
    .join(", ");
}

const fatal = "FatalError, close";
const internal = "close 1011";

const table: Record<State, Record<EventName, string>> = {
  opened: {
    connect: "",
    authenticate: fatal,
    modify: fatal,
    mutation: fatal,
    action: fatal,
    event: "",
    unknown: fatal,
    garbage: fatal,
    authenticated: "expire, update",
    refused: "AuthError, close",
    mutated: "MutationResponse",
    invalidated: "",
    updated: "",
    stalled: "pause",
    drained: "",
    expired: "",
    failed: internal,
    closed: "",
  },
  ready: {
    connect: fatal,
    authenticate: "authenticate, pause",
    modify: "update",
    mutation: "mutate",
    action: "act",
    event: "",
    unknown: fatal,
    garbage: fatal,
    authenticated: "expire, update",
    refused: "AuthError, close",
    mutated: "MutationResponse, update",
    invalidated: "update",
    updated: "",
    stalled: "pause",
    drained: "",
    expired: "",
    failed: internal,
    closed: "",
  },
  updating: {
    connect: fatal,
    authenticate: "authenticate, pause",
    modify: "",
    mutation: "mutate",
    action: "act",
    event: "",
    unknown: fatal,
    garbage: fatal,
    authenticated: "expire",
    refused: "AuthError, close",
    mutated: "MutationResponse",
    invalidated: "",
    updated: "Transition",
    stalled: "pause",
    drained: "",
    expired: "",
    failed: internal,
    closed: "",
  },
  authenticating: {
    connect: "",
    authenticate: "",
    modify: "",
    mutation: "",
    action: "",
    event: "",
    unknown: fatal,
    garbage: fatal,
    authenticated: "expire, update, resume",
    refused: "AuthError, close",
    mutated: "MutationResponse",
    invalidated: "",
    updated: "",
    stalled: "",
    drained: "",
    expired: "",
    failed: internal,
    closed: "",
  },
  closed: {
    connect: "",
    authenticate: "",
    modify: "",
    mutation: "",
    action: "",
    event: "",
    unknown: "",
    garbage: "",
    authenticated: "",
    refused: "",
    mutated: "",
    invalidated: "",
    updated: "",
    stalled: "",
    drained: "",
    expired: "",
    failed: "",
    closed: "",
  },
};

describe.each(Object.keys(table) as State[])(
  "a session that is %s",
  (state) => {
    test.each(Object.keys(events) as EventName[])("answers %s", (name) => {
      const effects = sessionIn(state).handle(events[name]);
      expect(words(effects)).toBe(table[state][name]);
    });
  },
);

function sent(effects: readonly SyncEffect[]): Record<string, unknown>[] {
  return effects.flatMap((effect) =>
    effect.kind === "send" ? [JSON.parse(effect.text)] : [],
  );
}

test("Transitions follow each other without gaps", () => {
  const session = sessionIn("ready");
  session.handle(events.modify);
  session.handle(events.invalidated);
  const first = session.handle({ kind: "updated", ts: 5n, modifications: [] });
  expect(words(first)).toBe("Transition, update");
  const second = session.handle({ kind: "updated", ts: 9n, modifications: [] });
  expect(words(second)).toBe("Transition");
  expect(sent(first)[0]).toMatchObject({
    startVersion: { querySet: 0, identity: 0, ts: encodeTimestamp(0n) },
    endVersion: { querySet: 1, identity: 0, ts: encodeTimestamp(5n) },
  });
  expect(sent(second)[0]).toMatchObject({
    startVersion: sent(first)[0]?.endVersion,
    endVersion: { querySet: 1, identity: 0, ts: encodeTimestamp(9n) },
  });
});

test("what arrives during an update waits for the next one", () => {
  const session = sessionIn("updating");
  session.handle(events.modify);
  const [transition] = sent(session.handle(events.updated));
  expect(transition).toMatchObject({ endVersion: { querySet: 0 } });
  const [next] = sent(session.handle(events.updated));
  expect(next).toMatchObject({ endVersion: { querySet: 1 } });
});

test("mutations run one at a time, in order", () => {
  const session = sessionIn("ready");
  const ask = (requestId: number) =>
    session.handle(received({ ...frames.mutation, requestId }));
  expect(words(ask(1))).toBe("mutate");
  expect(words(ask(2))).toBe("");
  const next = session.handle(events.mutated);
  expect(words(next)).toBe("MutationResponse, mutate, update");
  expect(next[1]).toMatchObject({ message: { requestId: 2 } });
});

test("what waits when the socket closes does not run", () => {
  const session = sessionIn("ready");
  session.handle(events.mutation);
  session.handle(events.mutation);
  session.handle(events.closed);
  expect(session.handle(events.mutated)).toEqual([]);
});

test("actions run beside each other", () => {
  const session = sessionIn("ready");
  expect(words(session.handle(events.action))).toBe("act");
  expect(words(session.handle(events.action))).toBe("act");
});

test("more than a thousand waiting mutations stop the reading", () => {
  const session = sessionIn("ready");
  const effects: string[] = [];
  for (let requestId = 0; requestId <= 1000; requestId++) {
    const message = { ...frames.mutation, requestId };
    effects.push(words(session.handle(received(message))));
  }
  expect(effects.at(-1)).toBe("pause");
  expect(words(session.handle(events.mutated))).toContain("resume");
});

test("messages after a token wait until it is checked", () => {
  const session = sessionIn("authenticating");
  session.handle(events.modify);
  session.handle(events.mutation);
  const effects = session.handle(events.authenticated);
  expect(words(effects)).toBe("expire, mutate, update, resume");
  expect(effects[1]).toMatchObject({ caller });
  const [transition] = sent(session.handle(events.updated));
  expect(transition).toMatchObject({
    endVersion: { querySet: 1, identity: 1 },
  });
});

test("a token that is refused does not raise the identity version", () => {
  const session = sessionIn("authenticating");
  session.handle(events.authenticated);
  const again = { ...frames.authenticate, baseVersion: 1 };
  session.handle(received(again));
  const [error] = sent(session.handle(events.refused));
  expect(error).toEqual({
    type: "AuthError",
    error: "bad token",
    baseVersion: 1,
    authUpdateAttempted: true,
  });
});

describe("a token that expires", () => {
  function expiring() {
    const { clock, session } = newSession();
    session.handle(events.connect);
    session.handle(events.authenticate);
    const expiresAtMs = clock.now() + 50;
    session.handle({ kind: "authenticated", caller, expiresAtMs });
    session.handle(events.updated);
    clock.advance(50);
    return session;
  }
  const error = {
    type: "AuthError",
    error: "The token has expired",
    baseVersion: 1,
    authUpdateAttempted: false,
  };

  test.each(["expired", "invalidated", "mutation", "action"] as const)(
    "closes the socket at %s",
    (name) => {
      const effects = expiring().handle(events[name]);
      expect(words(effects)).toBe("AuthError, close");
      expect(sent(effects)).toEqual([error]);
    },
  );

  test("still lets the client say who it is now", () => {
    const again = { ...frames.authenticate, baseVersion: 1 };
    expect(words(expiring().handle(received(again)))).toBe(
      "authenticate, pause",
    );
  });
});

test("a stalled client gets no updates until it has read", () => {
  const session = sessionIn("ready");
  session.handle(events.stalled);
  expect(words(session.handle(events.invalidated))).toBe("");
  expect(words(session.handle(events.invalidated))).toBe("");
  expect(words(session.handle(events.drained))).toBe("update, resume");
});

test("a client from the future is refused", () => {
  const { session } = newSession(100n);
  const maxObservedTimestamp = encodeTimestamp(101n);
  const effects = session.handle(
    received({ ...frames.connect, maxObservedTimestamp }),
  );
  expect(words(effects)).toBe("close 1011");
});

test("a client that has seen the newest state is welcome", () => {
  const { session } = newSession(100n);
  const maxObservedTimestamp = encodeTimestamp(100n);
  const frame = { ...frames.connect, maxObservedTimestamp };
  expect(session.handle(received(frame))).toEqual([]);
});

test.each([
  ["a query set", { ...frames.modify, baseVersion: 3, newVersion: 4 }],
  ["a query set that does not advance", { ...frames.modify, newVersion: 0 }],
  ["an identity", { ...frames.authenticate, baseVersion: 3 }],
  [
    "a query twice",
    {
      ...frames.modify,
      modifications: [
        ...frames.modify.modifications,
        ...frames.modify.modifications,
      ],
    },
  ],
])("%s at the wrong version is fatal", (_name, frame) => {
  expect(words(sessionIn("ready").handle(received(frame)))).toBe(fatal);
});

test("the clock skew is a number, and absent without the client's time", () => {
  const { session } = newSession();
  session.handle(received({ ...frames.connect, clientTs: 1_250 }));
  session.handle(events.invalidated);
  const [transition] = sent(session.handle(events.updated));
  expect(transition).toMatchObject({ clientClockSkew: 250, serverTs: 1e9 });
  const [other] = sent(sessionIn("updating").handle(events.updated));
  expect(other).not.toHaveProperty("clientClockSkew");
});

describe("while a costly query rests", () => {
  let isResting: boolean;
  let session: SyncSession;
  beforeEach(() => {
    isResting = true;
    ({ session } = newSession(100n, () => isResting));
    session.handle(events.connect);
  });

  test("what has changed is told when the rest is over", () => {
    expect(words(session.handle(events.invalidated))).toBe("");
    isResting = false;
    expect(words(session.handle(events.invalidated))).toBe("update");
  });

  test.each(["modify", "mutated", "authenticated"] as const)(
    "%s is answered at once",
    (event) => {
      session.handle(events.invalidated);
      expect(words(session.handle(events[event]))).toContain("update");
    },
  );

  test("what changes during an update is not the next update", () => {
    session.handle(events.modify);
    session.handle(events.invalidated);
    expect(words(session.handle(events.updated))).toBe("Transition");
  });
});
