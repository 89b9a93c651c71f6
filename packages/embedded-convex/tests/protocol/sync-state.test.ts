import { beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../base/manual-clock";
import { nobody } from "../functions/person";
import type { SyncEffect, SyncEvent } from "../../src/protocol/sync-effects";
import { SyncState } from "../../src/protocol/sync-state";
import { encodeTimestamp } from "../../src/protocol/timestamps";

const SESSION_ID = "11111111-2222-4333-8444-555555555555";
const caller = nobody;
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

const STATES = [
  "opened",
  "ready",
  "updating",
  "authenticating",
  "closed",
] as const;
type State = (typeof STATES)[number];

function newSync({
  isResting = (): boolean => false,
  isCurrent = (): boolean => false,
} = {}) {
  const clock = manualClock(1_000);
  const latestTimestamp = () => 100n;
  const sync = new SyncState({ clock, latestTimestamp, isResting, isCurrent });
  return { clock, sync };
}

/** Brings a connection into a state by what a client would do. */
function syncIn(state: State): SyncState {
  const { sync } = newSync();
  if (state === "opened") return sync;
  sync.handle(events.connect);
  if (state === "updating") sync.handle(events.invalidated);
  if (state === "authenticating") sync.handle(events.authenticate);
  if (state === "closed") sync.handle(events.garbage);
  return sync;
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
const refused = "AuthError, close";
const answered = "MutationResponse";
const checked = "authenticate, pause";

/** What each event leads to in each of the states, in their order. */
const table: Record<EventName, [string, string, string, string, string]> = {
  connect: ["", fatal, fatal, "", ""],
  authenticate: [fatal, checked, checked, "", ""],
  modify: [fatal, "update", "", "", ""],
  mutation: [fatal, "mutate", "mutate", "", ""],
  action: [fatal, "act", "act", "", ""],
  event: ["", "", "", "", ""],
  unknown: [fatal, fatal, fatal, fatal, ""],
  garbage: [fatal, fatal, fatal, fatal, ""],
  authenticated: [
    "expire, update",
    "expire, update",
    "expire",
    "expire, update, resume",
    "",
  ],
  refused: [refused, refused, refused, refused, ""],
  mutated: [answered, "MutationResponse, update", answered, answered, ""],
  invalidated: ["", "update", "", "", ""],
  updated: ["", "", "Transition", "", ""],
  stalled: ["pause", "pause", "pause", "", ""],
  drained: ["", "", "", "", ""],
  expired: ["", "", "", "", ""],
  failed: [internal, internal, internal, internal, ""],
  closed: ["", "", "", "", ""],
};

describe.each(STATES.map((state, column) => [state, column] as const))(
  "a connection that is %s",
  (state, column) => {
    test.each(Object.keys(events) as EventName[])("answers %s", (name) => {
      const effects = syncIn(state).handle(events[name]);
      expect(words(effects)).toBe(table[name][column]);
    });
  },
);

function sent(effects: readonly SyncEffect[]): Record<string, unknown>[] {
  return effects.flatMap((effect) =>
    effect.kind === "send" ? [JSON.parse(effect.text)] : [],
  );
}

test("what arrives during an update waits for the next one", () => {
  const sync = syncIn("updating");
  sync.handle(events.modify);
  const [transition] = sent(sync.handle(events.updated));
  expect(transition).toMatchObject({ endVersion: { querySet: 0 } });
  const [next] = sent(sync.handle(events.updated));
  expect(next).toMatchObject({ endVersion: { querySet: 1 } });
});

test("what is added and removed again before an update is no part of it", () => {
  const sync = syncIn("updating");
  const [add] = frames.modify.modifications;
  const remove = (queryId: number) => ({ type: "Remove", queryId });
  const modify = (baseVersion: number, ...modifications: object[]) =>
    sync.handle(
      received({
        ...frames.modify,
        baseVersion,
        newVersion: baseVersion + 1,
        modifications,
      }),
    );
  modify(0, { ...add, queryId: 1 }, { ...add, queryId: 2 });
  expect(sync.handle(events.updated).at(-1)).toMatchObject({
    modifications: [{ queryId: 1 }, { queryId: 2 }],
  });
  modify(1, remove(1), { ...add, queryId: 3 }, remove(9), remove(2));
  modify(2, remove(3), { ...add, queryId: 2, udfPath: "a:c" }, remove(1));
  expect(sync.handle(events.updated).at(-1)).toMatchObject({
    modifications: [
      { type: "Remove", queryId: 1 },
      { type: "Remove", queryId: 2 },
      { type: "Add", queryId: 2, udfPath: "a:c" },
    ],
  });
});

test("what waits when the socket closes does not run", () => {
  const sync = syncIn("ready");
  sync.handle(events.mutation);
  sync.handle(events.mutation);
  sync.handle(events.closed);
  expect(sync.handle(events.mutated)).toEqual([]);
});

test("more than a thousand waiting mutations stop the reading", () => {
  const sync = syncIn("ready");
  const effects: string[] = [];
  for (let requestId = 0; requestId <= 1000; requestId++) {
    const message = { ...frames.mutation, requestId };
    effects.push(words(sync.handle(received(message))));
  }
  expect(effects.at(-1)).toBe("pause");
  expect(words(sync.handle(events.mutated))).toContain("resume");
});

describe("a token that expires", () => {
  function expiring() {
    const { clock, sync } = newSync();
    sync.handle(events.connect);
    sync.handle(events.authenticate);
    const expiresAtMs = clock.now() + 50;
    sync.handle({ kind: "authenticated", caller, expiresAtMs });
    sync.handle(events.updated);
    clock.advance(50);
    return sync;
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

test.each([
  [100n, ""],
  [101n, internal],
])("a client that has seen time %d of 100 is answered %j", (ts, expected) => {
  const maxObservedTimestamp = encodeTimestamp(ts);
  const frame = received({ ...frames.connect, maxObservedTimestamp });
  expect(words(newSync().sync.handle(frame))).toBe(expected);
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
  expect(words(syncIn("ready").handle(received(frame)))).toBe(fatal);
});

test("the clock skew is a number, and absent without the client's time", () => {
  const { sync } = newSync();
  sync.handle(received({ ...frames.connect, clientTs: 1_250 }));
  sync.handle(events.invalidated);
  const [transition] = sent(sync.handle(events.updated));
  expect(transition).toMatchObject({ clientClockSkew: 250, serverTs: 1e9 });
  const [other] = sent(syncIn("updating").handle(events.updated));
  expect(other).not.toHaveProperty("clientClockSkew");
});

test("a change that an earlier update brought is told no second time", () => {
  let isCurrent = false;
  const { sync } = newSync({ isCurrent: () => isCurrent });
  sync.handle(events.connect);
  sync.handle(events.mutated);
  isCurrent = true;
  sync.handle(events.invalidated);
  expect(words(sync.handle(events.updated))).toBe("Transition");
  isCurrent = false;
  expect(words(sync.handle(events.invalidated))).toBe("update");
});

describe("while a costly query rests", () => {
  let isResting: boolean;
  let sync: SyncState;
  beforeEach(() => {
    isResting = true;
    ({ sync } = newSync({ isResting: () => isResting }));
    sync.handle(events.connect);
  });

  test("what has changed is told when the rest is over", () => {
    expect(words(sync.handle(events.invalidated))).toBe("");
    isResting = false;
    expect(words(sync.handle(events.invalidated))).toBe("update");
  });

  test.each(["modify", "mutated", "authenticated"] as const)(
    "%s is answered at once",
    (event) => {
      sync.handle(events.invalidated);
      expect(words(sync.handle(events[event]))).toContain("update");
    },
  );

  test("what changes during an update is not the next update", () => {
    sync.handle(events.modify);
    sync.handle(events.invalidated);
    expect(words(sync.handle(events.updated))).toBe("Transition");
  });
});
