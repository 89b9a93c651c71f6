import { beforeEach, expect, test, vi } from "vitest";
import {
  mayLeave,
  OutboxHost,
  useWaitingWords,
} from "../../src/layouts/outbox-host";
import { keptText } from "../../src/lib/outbox/kept-texts";
import { change, discard, keep } from "../../src/lib/outbox/outbox";
import { addWaits } from "../../src/lib/kept/waits";
import { UploadList } from "../../src/routes/project/pictures/upload-list";
import { fillStorage } from "./full-storage";
import { act, open, press, screen } from "./rendering";
import { TabLocks } from "./tab-locks";

beforeEach(() => {
  vi.useFakeTimers();
  // The tests' browser has none.
  vi.stubGlobal("navigator", { locks: new TabLocks() });
});

const tick = () =>
  keep("asha", "place", { hasRegisteredPlace: true }, { name: "A tick" });

/** A logout, and what becomes of it. */
async function logOut(isOpen = false) {
  if (!isOpen) open(<OutboxHost uid="asha" />);
  const outcome = vi.fn<(may: boolean) => void>();
  void mayLeave().then(outcome);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  return outcome;
}

const asked = () => screen.queryByRole("dialog")?.textContent;
/** Whether the browser would ask before the page is closed. */
const asksOnClosing = () =>
  !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test.each([
  ["Cancel", false],
  ["Log out", true],
])("%s answers a logout before everything is sent", async (name, may) => {
  tick();
  const outcome = await logOut();
  expect(asked()).toContain(
    "Log out before everything is sent?Not sent yet: A tick. It stays on this device and is sent when you log in here again.",
  );
  await press(name);
  expect(outcome.mock.calls).toEqual([[may]]);
  expect(asked()).toBeUndefined();
});

test("a logout goes on by itself when what it asks about is sent meanwhile", async () => {
  const key = tick();
  const outcome = await logOut();
  await act(async () => discard("asha", key));
  expect(outcome.mock.calls).toEqual([[true]]);
  expect(asked()).toBeUndefined();
});

test("a logout with nothing that waits asks nothing", async () => {
  const outcome = await logOut();
  expect(outcome.mock.calls).toEqual([[true]]);
});

test("a logout promises that what is refused is never sent, and what is held is tried again", async () => {
  const checkIn = (name: string) =>
    keep("asha", "checkIn", { uid: name, at: 1 } as never, { name });
  const answer = { code: "desk_only", message: "Not your desk." };
  const refused = { refusal: answer.message, answer };
  change("asha", checkIn("Kite"), refused);
  change("asha", checkIn("Moth"), { isHeld: true, answer });
  await logOut();
  for (const words of [
    "Log out now?",
    "Not taken now: Moth (Not your desk.). It stays on this device and is tried again when you log in here again.",
    "Not accepted, and never sent: Kite (Not your desk.).",
  ])
    expect(asked()).toContain(words);
  expect(asked()).not.toContain("Not sent yet");
  expect(asksOnClosing()).toBe(false);
});

test("a logout names the texts of a project, what is on its way and the pictures that are being sent", async () => {
  const text = keptText("radar", "asha", "name");
  text.write({ text: "Radar", base: "" });
  // Another person's are none of hers.
  keptText("radar", "ravi", "name").write({ text: "Kite", base: "" });
  const stop = addWaits(() => [{ name: "a change", fate: "lost" }]);
  const uploads = [{ id: 1, name: "board.png", sent: 0 }];
  const { unmount } = open(
    <UploadList uploads={uploads} onCancel={() => {}} />,
  );
  const outcome = await logOut();
  expect(asked()).toContain("Not sent yet: 1 text of your project.");
  expect(asked()).toContain("Lost if you log out now: a change, board.png.");
  expect(asksOnClosing()).toBe(true);
  stop();
  unmount();
  expect(asksOnClosing()).toBe(false);
  await act(async () => text.clear());
  expect(outcome.mock.calls).toEqual([[true]]);
});

const Words = () => <p>{useWaitingWords("asha")}</p>;

test("where storage is full, the page says that it keeps what waits until it is closed, and asks before that", async () => {
  open(<Words />);
  const makeRoom = fillStorage();
  open(<OutboxHost uid="asha" />);
  let key = "";
  act(() => void (key = tick()));
  screen.getByText(/it is kept only until this page is closed/u);
  expect(asksOnClosing()).toBe(true);
  act(() => discard("asha", key));
  expect(asksOnClosing()).toBe(false);
  const text = keptText("radar", "asha", "name");
  act(() => text.write({ text: "Radar", base: "" }));
  await logOut(true);
  expect(asked()).toContain(
    "Not sent yet, and kept only until this page is closed: 1 text of your project.",
  );
  expect(asksOnClosing()).toBe(true);
  makeRoom();
  act(() => text.write({ text: "Radar!", base: "" }));
  expect(asksOnClosing()).toBe(false);
});
