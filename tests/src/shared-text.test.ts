import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { Id } from "#convex/_generated/dataModel";
import { refuse } from "#convex/platform/shared/errors";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  type TypingOutcome,
} from "#convex/projects/shared/projects";
import { FieldEditor } from "../../src/routes/project/field-editor";
import type { Kept, KeptText } from "../../src/lib/outbox/kept-texts";
import { followDescription } from "../../src/routes/project/follow-description";
import { SharedText } from "../../src/routes/project/shared-text";
import { nothingKept, stateOf } from "./writer";

const synced = (seq: number): TypingOutcome => ({ status: "synced", seq });
const EMPTY = {
  projectId: "kite" as Id<"projects">,
  edition: 1,
  state: null,
  updates: [],
  seq: 0,
};

test("a text that is too long waits, unsent and whole, until it is shorter", async () => {
  const send = vi.fn(async () => synced(1));
  const shared = openText(send);
  const longest = "a".repeat(MAX_PROJECT_DESCRIPTION_LENGTH);
  shared.type(`${longest}a`, 0);
  shared.flush();
  expect(send).not.toHaveBeenCalled();
  expect(shared.getView()).toMatchObject({
    text: `${longest}a`,
    isAtRisk: true,
    error: undefined,
  });

  shared.type(longest, 0);
  shared.flush();
  expect(send).toHaveBeenCalledOnce();
  await expect.poll(() => shared.getView().isAtRisk).toBe(false);
});

test("a text that is too long with what another has typed is sent again once they have shortened theirs", async () => {
  vi.useFakeTimers();
  const outcomes: TypingOutcome[] = [{ status: "too_long" }, synced(2)];
  const send = vi.fn(async () => outcomes.shift() ?? synced(3));
  const shared = openText(send);
  shared.type("Mine.", 5);
  shared.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
  expect(shared.getView()).toMatchObject({
    isAtRisk: true,
    error: expect.stringMatching(/4000|4,000|long/u) as string,
  });
  const theirs = new Y.Doc();
  theirs.getText("description").insert(0, "Theirs.");
  const update = Y.encodeStateAsUpdate(theirs).slice().buffer;
  shared.receive({ ...EMPTY, updates: [update], seq: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).toHaveBeenCalledTimes(2);
  expect(shared.getView()).toMatchObject({ isAtRisk: false, error: undefined });
});

test("typing is collected longer while nobody else is there, and sent at once when somebody arrives", async () => {
  vi.useFakeTimers();
  const send = vi.fn(async () => synced(send.mock.calls.length));
  const shared = openText(send);
  const typed = async (text: string) => {
    shared.type(text, text.length);
    await vi.advanceTimersByTimeAsync(400);
    return send.mock.calls.length;
  };
  expect(await typed("R")).toBe(1);
  shared.setAlone(true);
  expect(await typed("Ra")).toBe(1);
  expect(await typed("Rad")).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(send).toHaveBeenCalledTimes(2);

  expect(await typed("Rada")).toBe(2);
  shared.setAlone(false);
  expect(send).toHaveBeenCalledTimes(3);
  expect(await typed("Radar")).toBe(4);
});

type Save = (text: string, base: string) => Promise<"taken" | "apart">;

/** A field of an open page, which showed this text. */
function openField(
  save: Save,
  { name = "name", text = "", kept = nothingKept }: Partial<Opened> = {},
) {
  const field = new FieldEditor(name, { text, own: null }, { save, kept });
  return Object.assign(field, { leave: field.open() });
}
type Opened = {
  name: "name" | "demoUrl";
  text: string;
  kept: KeptText;
};

/** The description of an open page, which has loaded it. */
function openText(
  send: (edition: number, update: ArrayBuffer) => Promise<TypingOutcome>,
) {
  const shared = new SharedText({ send, kept: nothingKept });
  const leave = shared.open();
  shared.receive(EMPTY);
  return Object.assign(shared, { leave });
}

/** Whether a promise is pending, resolved or rejected, by its message. */
function outcomeOf(promise: Promise<void>) {
  const state = { now: "pending" };
  promise.then(
    () => (state.now = "resolved"),
    (error: unknown) =>
      (state.now = (error as { data: { message: string } }).data.message),
  );
  return state;
}

/** Calls of a deployment that answers when the test says so. */
function slowDeployment<Answer>() {
  const calls: { text: string; answer: (answer: Answer) => void }[] = [];
  const ask = (text: string) =>
    new Promise<Answer>((answer) => calls.push({ text, answer }));
  return { calls, ask };
}

test("a field is settled when the deployment has what was typed during a save, too", async () => {
  vi.useFakeTimers();
  const { calls, ask } = slowDeployment<"taken">();
  const field = openField(ask);
  await expect(field.settled()).resolves.toBeUndefined();
  field.type("Radar");
  field.flush();
  field.type("Radar 2");
  const settled = outcomeOf(field.settled());
  calls[0]?.answer("taken");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.map(({ text }) => text)).toEqual(["Radar", "Radar 2"]);
  expect(settled.now).toBe("pending");
  calls[1]?.answer("taken");
  await vi.advanceTimersByTimeAsync(0);
  expect(settled.now).toBe("resolved");
});

test("a field that cannot be saved rejects with the sentence", async () => {
  const save = async () => refuse("submissions_closed");
  const closed = openField(save);
  closed.type("Radar");
  await expect(closed.settled()).rejects.toMatchObject({
    data: { message: "Submissions are closed." },
  });
  const wrong = openField(save, { name: "demoUrl" });
  wrong.type("javascript:alert(1)");
  await expect(wrong.settled()).rejects.toMatchObject({
    data: { code: "invalid_link" },
  });
});

test("the description is settled when it has loaded and the deployment has what was typed during a save, too", async () => {
  vi.useFakeTimers();
  const { calls, ask } = slowDeployment<TypingOutcome>();
  const shared = new SharedText({
    send: async () => ask(""),
    kept: nothingKept,
  });
  shared.open();
  const loaded = outcomeOf(shared.settled());
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded.now).toBe("pending");
  shared.receive(EMPTY);
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded.now).toBe("resolved");
  shared.type("One.", 4);
  shared.flush();
  shared.type("One. Two.", 9);
  const settled = outcomeOf(shared.settled());
  calls[0]?.answer(synced(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(2);
  expect(settled.now).toBe("pending");
  calls[1]?.answer(synced(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(settled.now).toBe("resolved");
  // Also before the query tells of it.
  expect(shared.seq).toBe(2);
});

test("a description that the deployment refuses rejects with the sentence", async () => {
  const shared = openText(async () => refuse("submissions_closed"));
  shared.type("One.", 4);
  await expect(shared.settled()).rejects.toMatchObject({
    data: { message: "Submissions are closed." },
  });
  shared.type("a".repeat(MAX_PROJECT_DESCRIPTION_LENGTH + 1), 0);
  await expect(shared.settled()).rejects.toMatchObject({
    data: { code: "too_long" },
  });
});

test("a link is shown as it is spelt once its writer has left the field and it is saved", async () => {
  const field = openField(async () => "taken", { name: "demoUrl" });
  field.type("nova.example");
  await field.settled();
  expect(field.getView().text).toBe("nova.example");
  field.rest();
  expect(field.getView().text).toBe("https://nova.example");
  field.type("radar.example");
  field.rest();
  await field.settled();
  expect(field.getView().text).toBe("https://radar.example");
});

test("a page that is left sends what is unsent once, and tries no further", async () => {
  vi.useFakeTimers();
  const save = vi.fn(async () => Promise.reject(new Error("no connection")));
  const send = vi.fn(async () => Promise.reject(new Error("no connection")));
  const field = openField(save);
  const shared = openText(send);
  field.type("Radar");
  shared.type("One.", 4);
  await vi.advanceTimersByTimeAsync(10_000);
  const tried = [save, send].map(({ mock }) => mock.calls.length);
  expect(Math.min(...tried)).toBeGreaterThan(2);
  for (const { leave } of [field, shared]) leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([save, send].map(({ mock }) => mock.calls.length)).toEqual(
    tried.map((times) => times + 1),
  );
});

test("what was typed during the last save is sent although the page is left", async () => {
  vi.useFakeTimers();
  const typing = slowDeployment<TypingOutcome>();
  const shared = openText(async () => typing.ask(""));
  shared.type("One.", 4);
  shared.flush();
  shared.type("One. Two.", 9);
  shared.leave();
  typing.calls[0]?.answer(synced(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(typing.calls).toHaveLength(2);

  const { calls, ask } = slowDeployment<"taken">();
  const field = openField(ask);
  field.type("Radar");
  field.flush();
  field.type("Radar 2");
  field.leave();
  calls[0]?.answer("taken");
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.map(({ text }) => text)).toEqual(["Radar", "Radar 2"]);
});

test("a refusal that no repetition can cure waits until somebody flushes, and says why", async () => {
  vi.useFakeTimers();
  let isClosed = true;
  const save = vi.fn(async () => {
    if (isClosed) refuse("submissions_closed");
    return "taken" as const;
  });
  const send = vi.fn(async () => {
    if (isClosed) refuse("submissions_closed");
    return synced(1);
  });
  const field = openField(save);
  const shared = openText(send);
  field.type("Radar");
  shared.type("One.", 4);
  await vi.advanceTimersByTimeAsync(60_000);
  for (const [editor, call] of [
    [field, save],
    [shared, send],
  ] as const) {
    expect(call).toHaveBeenCalledOnce();
    expect(editor.getView()).toMatchObject({
      isAtRisk: true,
      error: "Submissions are closed.",
    });
  }
  isClosed = false;
  for (const editor of [field, shared]) {
    editor.flush();
    await editor.settled();
    expect(editor.getView().error).toBeUndefined();
  }
});

test("a word that a keyboard composes is glued to nobody's text: it goes on with the text in which it began, as a rival", async () => {
  const save = vi.fn<Save>(async (_, base) =>
    base === "Radar finds" ? "apart" : "taken",
  );
  const field = openField(save, { text: "Radar " });
  field.compose();
  field.type("Radar f");
  await field.settled();
  field.type("Radar finds");
  await field.settled();
  const hers = { text: "Bina has written this", own: null };
  field.see(hers);
  expect(field.getView().text).toBe("Radar finds");
  field.type("Radar finds du");
  field.composed("Radar finds duniya");
  expect(field.getView().text).toBe("Radar finds duniya");
  await field.settled();
  expect(save).toHaveBeenLastCalledWith("Radar finds duniya", "Radar finds");
});

test.each([
  ["has composed nothing", (field: FieldEditor) => field.composed("Radar")],
  ["has left the field meanwhile", (field: FieldEditor) => field.rest()],
])("whoever %s sees what others have written", (_, end) => {
  const field = openField(async () => "taken", { text: "Radar" });
  field.compose();
  field.see({ text: "Bina's", own: null });
  field.see({ text: "Bina has written this", own: null });
  expect(field.getView().text).toBe("Radar");
  end(field);
  expect(field.getView().text).toBe("Bina has written this");
  field.see({ text: "Ravi has", own: null });
  expect(field.getView().text).toBe("Ravi has");
});

test("a text that the deployment took before its page was closed is no rival of what was typed after it", async () => {
  const save = vi.fn<Save>(async () => "taken");
  const kept = keptFrom({ text: "Radar 2", base: "", sent: "Radar" });
  const field = openField(save, { text: "Radar", kept });
  expect(field.getView().text).toBe("Radar 2");
  await field.settled();
  expect(save).toHaveBeenCalledExactlyOnceWith("Radar 2", "Radar");
});

test("nor if it arrives only after what was typed after it", async () => {
  const save = vi.fn<Save>(async (_, base) =>
    base === "Radar" ? "taken" : "apart",
  );
  const kept = keptFrom({ text: "Radar 2", base: "", sent: "Radar" });
  const field = openField(save, { kept });
  await field.settled();
  field.see({ text: "Radar", own: "Radar 2" });
  await field.settled();
  expect(save).toHaveBeenLastCalledWith("Radar 2", "Radar");
});

test("of two tabs that were closed, one's text waits until a member has chosen between the other's and the field's", async () => {
  const save = vi.fn<Save>(async (text) =>
    text === "First" ? "taken" : "apart",
  );
  const texts = ["First", "Second", "Third"];
  const kept = keptFrom(...texts.map((text) => ({ text, base: "" })));
  const field = openField(save, { kept });
  await field.settled();
  field.see({ text: "First", own: null });
  await field.settled();
  expect(save).toHaveBeenLastCalledWith("Second", "");
  field.see({ text: "First", own: "Second" });
  field.see({ text: "First", own: "Second" });
  await field.settled();
  expect(save).toHaveBeenLastCalledWith("Second", "");
  expect(kept.dropped).toBe(2);
  field.see({ text: "First", own: null });
  await field.settled();
  expect(save).toHaveBeenLastCalledWith("Third", "");
});

test("what the deployment refuses is put into the text that is then loaded, and sent again", async () => {
  vi.useFakeTimers();
  const outcomes: TypingOutcome[] = [{ status: "refused" }, synced(3)];
  const sent: ArrayBuffer[] = [];
  const shared = new SharedText({
    send: async (_, update) => {
      sent.push(update);
      return outcomes.shift() ?? synced(4);
    },
    kept: nothingKept,
  });
  shared.open();
  shared.receive({ ...EMPTY, state: stateOf("One. Two."), seq: 1 });
  shared.type("One. Mine. Two.", 10);
  shared.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(shared.getView()).toMatchObject({ isAtRisk: true, loads: 1 });
  // The deployment was put back to another state.
  const anew = stateOf("Zero. One. Two.");
  shared.receive({ ...EMPTY, state: anew, seq: 2 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shared.getView()).toMatchObject({
    text: "Zero. One. Mine. Two.",
    isAtRisk: false,
  });
  const doc = new Y.Doc();
  for (const update of [anew, ...sent.slice(1)])
    Y.applyUpdate(doc, new Uint8Array(update));
  expect(doc.getText("description").toJSON()).toBe("Zero. One. Mine. Two.");
});

test("a new edition waits for the answer to what is on its way, which it may have", async () => {
  vi.useFakeTimers();
  const { calls, ask } = slowDeployment<TypingOutcome>();
  const shared = openText(async () => ask(""));
  shared.type("One.", 4);
  shared.flush();
  const doc = new Y.Doc();
  doc.getText("description").insert(0, "One.");
  const state = Y.encodeStateAsUpdate(doc).slice().buffer;
  shared.receive({ ...EMPTY, edition: 2, state });
  calls[0]?.answer(synced(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shared.getView()).toMatchObject({ text: "One.", isAtRisk: false });
});

test("words that the deployment had before their page was closed are not there twice in a new edition", async () => {
  const left = { text: "", base: "0", stored: "Zero. One. Two." };
  const shared = new SharedText({
    send: async () => synced(1),
    kept: keptFrom(
      { ...left, own: "Zero. One. Kept. Two." },
      { ...left, own: "Lost. Zero. One. Two. Lost too." },
    ),
  });
  shared.open();
  shared.receive({ ...EMPTY, state: stateOf("Zero. One. Kept. Two.") });
  await shared.settled();
  expect(shared.getView().text).toBe("Lost. Zero. One. Kept. Two. Lost too.");
});

test("what was removed before its page was closed is not back in a new edition", async () => {
  const left = { text: "", base: "0", stored: "Zero. One. Two." };
  const shared = new SharedText({
    send: async () => synced(1),
    kept: keptFrom({ ...left, own: "Zero. Two." }),
  });
  shared.open();
  const doc = new Y.Doc();
  doc.getText("description").insert(0, "Zero. One. Two. Three.");
  const state = Y.encodeStateAsUpdate(doc).slice().buffer;
  shared.receive({ ...EMPTY, state });
  await shared.settled();
  expect(shared.getView().text).toBe("Zero. Two. Three.");
});

/** What closed tabs have left. */
function keptFrom(...lefts: Kept[]) {
  const kept = {
    ...nothingKept,
    dropped: 0,
    left: (take: (one: Kept, drop: () => void) => void) => {
      for (const one of lefts) take(one, () => kept.dropped++);
      return () => {};
    },
  };
  return kept;
}

test("with another read key a page asks from where it is, unless its text was refused", async () => {
  const asked: unknown[] = [];
  const whole = { ...EMPTY, state: stateOf("One."), seq: 33 };
  const convex = {
    watchQuery: (_: unknown, args: { after: number | null }) => {
      asked.push(args);
      return {
        onUpdate: () => () => {},
        localQueryResult: () =>
          args.after === null ? whole : { ...whole, state: null },
      };
    },
  } as unknown as Parameters<typeof followDescription>[0];
  const shared = new SharedText({
    send: async () => ({ status: "refused" }),
    kept: nothingKept,
  });
  shared.open();
  followDescription(convex, "first", shared)();
  const known = { after: 32, edition: 1 };
  expect(asked.splice(0)).toEqual([
    { after: null, readKey: "first" },
    { ...known, readKey: "first" },
  ]);
  followDescription(convex, "second", shared)();
  expect(asked.splice(0)).toEqual([{ ...known, readKey: "second" }]);
  expect(shared.getView().text).toBe("One.");

  shared.type("One. Two.", 9);
  shared.flush();
  await expect.poll(() => shared.getView().loads).toBe(1);
  followDescription(convex, "second", shared)();
  expect(asked[0]).toEqual({ after: null, readKey: "second" });
});
