import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { publicKeyOf, signPass } from "#convex/checkIns/shared/passes";
import { setConnectionLost } from "../../src/lib/connection/connection";
import { discard, outboxOf } from "../../src/lib/outbox/outbox";
import { Desk } from "../../src/routes/check-in/desk";
import { answer, settings, signIn } from "./deployment";
import { fillStorage } from "./full-storage";
import { act, button, field, fill, fireEvent, open } from "./rendering";
import { press, screen, tick } from "./rendering";

const SECRET = new Uint8Array(32).fill(7);
const person = (uid: string, name: string): DeskPerson => ({
  uid: uid as Id<"users">,
  name,
  college: "IIT Delhi",
  teamId: "t1" as Id<"teams">,
  teamName: "Byte Force",
  checkedIn: null,
  guardianFormSeen: false,
});
const asha = person("asha1", "Asha Rao");
const kiran = person("kiran1", "Kiran Das");

/** What the phone knows of Asha, beside Kiran. */
async function know(more: Partial<DeskPerson> = {}) {
  const people = [{ ...asha, ...more }, kiran];
  const publicKey = await publicKeyOf(SECRET);
  answer({
    "users:me": { _id: "helper1" },
    "checkIns:list": { people, publicKey, isComplete: true },
    "checkIns:arrived": people.map(({ checkedIn, ...it }) => ({
      uid: it.uid,
      changedAt: 1,
      ...checkedIn,
      guardianFormSeen: it.guardianFormSeen,
    })),
  });
}

/** A desk with a name, on a phone whose camera fails in this way. */
async function openDesk(trouble = "NotFoundError") {
  await openDeskOf({
    getUserMedia: () => Promise.reject(new DOMException("", trouble)),
  });
}

async function openDeskOf(value: object) {
  const camera = { configurable: true, value };
  Object.defineProperty(navigator, "mediaDevices", camera);
  open(<Desk />);
  fill("Which desk is this phone?", "Desk 1");
  await press("Start");
}

const SEARCH = /^Search by name, college or team/u;
const FORM = /guardian's form seen/u;
/** As a scanner at a laptop types what it reads. */
async function scan(text: string) {
  fill(SEARCH, text);
  const { form } = field(SEARCH);
  await act(async () => void (form && fireEvent.submit(form)));
}
const passOf = (uid: string) => signPass(uid as Id<"users">, SECRET);
const scanAsha = async () => scan(await passOf("asha1"));
/** Finds Asha by her name. */
async function search() {
  fill(SEARCH, "asha");
  button(/^Asha Rao/u).focus();
  await press(/^Asha Rao/u);
}
const MATCHES = "ID matches: check in";

const word = async () => (await screen.findByRole("alert")).textContent;
const kept = () => outboxOf("helper1").map(({ args }) => args);
/** The deployment has another opinion of what this phone has sent. */
const drop = () =>
  act(async () => {
    for (const { key } of outboxOf("helper1")) discard("helper1", key);
  });
const at = expect.any(Number);

beforeEach(async () => {
  // The deployment's clock is not asked.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  signIn("helper1");
  answer(settings({ checkInOpen: true }));
  await know();
});
afterEach(() => localStorage.clear());

test.each([
  ["NotAllowedError", "The camera is blocked"],
  ["NotFoundError", "No camera here"],
  ["NotReadableError", "The camera does not start"],
  ["SecurityError", "No camera without HTTPS"],
])(
  "a camera that fails with %s says so, and leaves other ways",
  async (error, title) => {
    await openDesk(error);
    await screen.findByRole("heading", { name: title });
    const ways = screen.getAllByRole("button", { name: /^(?:Photo|Search)$/u });
    expect(ways).toHaveLength(2);
  },
);

/** A phone's lenses, the first of which is what it hands out as its rear camera; which are opened. */
function lenses(...list: { label: string; focusMode?: string[] }[]) {
  const opened: string[] = [];
  const trackOf = ({ label, focusMode }: (typeof list)[number]) =>
    Object.assign(new EventTarget(), {
      id: label,
      label,
      stop: () => {},
      getSettings: () => ({ deviceId: label }),
      getCapabilities: () => (focusMode ? { focusMode } : {}),
    });
  const value = {
    enumerateDevices: async () =>
      list.map(({ label }) => ({ kind: "videoinput", label, deviceId: label })),
    getUserMedia: async ({ video }: { video: MediaTrackConstraints }) => {
      const wanted = video.deviceId as { exact: string } | undefined;
      const lens = wanted
        ? list.find(({ label }) => label === wanted.exact)
        : list[0];
      if (!lens) throw new DOMException("", "OverconstrainedError");
      opened.push(lens.label);
      const tracks = [trackOf(lens)];
      return { getTracks: () => tracks, getVideoTracks: () => tracks };
    },
  };
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "srcObject", "set").mockReturnValue();
  return { opened, value };
}

test("the desk leaves a lens that does not focus near, has a next camera, and keeps the choice", async () => {
  const phone = lenses(
    { label: "camera2 2, facing back", focusMode: ["manual"] },
    { label: "camera2 1, facing front" },
    { label: "camera2 0, facing back", focusMode: ["continuous"] },
  );
  await openDeskOf(phone.value);
  await press("Next camera");
  await expect
    .poll(() => phone.opened.map((label) => label[8]))
    .toEqual(["2", "0", "2"]);
  expect(localStorage.getItem("deskCamera")).toBe("camera2 2, facing back");
});

test("a phone with one camera has no next one, and a camera that is gone is forgotten for the rear one", async () => {
  localStorage.setItem("deskCamera", "gone");
  const phone = lenses({ label: "Back Camera" });
  await openDeskOf(phone.value);
  await expect.poll(() => phone.opened).toEqual(["Back Camera"]);
  expect(screen.queryByRole("button", { name: "Next camera" })).toBeNull();
});

test("a guardian's form is a tick of its own, and an undo is sent like a check-in", async () => {
  await openDesk();
  await scanAsha();
  fireEvent.click(await screen.findByLabelText(FORM));
  await press(MATCHES);
  expect(kept()[0]).toMatchObject({ guardianFormSeen: true });
  await press("Undo Asha Rao");
  expect(kept()[1]).toEqual({ uid: "asha1", at });
  await scanAsha();
  expect(await word()).toBe("Valid");
});

test("a guardian's form that is brought after the check-in is noted where the person is found, and taken back there", async () => {
  await know({ checkedIn: { at: 1, desk: "Desk 2" } });
  await openDesk();
  await scanAsha();
  expect(await word()).toBe("Already");
  for (const isSeen of [true, false]) {
    tick(FORM);
    expect(field(FORM).checked).toBe(isSeen);
    expect(kept().at(-1)).toEqual({ uid: "asha1", at, isSeen });
  }
  expect(kept()).toHaveLength(2);
});

test("whoever is found in, at whatever desk, is taken out there and in again, also by a phone whose clock is behind", async () => {
  const checkedIn = { at: Date.now() + 3_600_000, desk: "Desk 2" };
  await know({ checkedIn, guardianFormSeen: true });
  await openDesk();
  await search();
  expect(await word()).toBe("Already");
  await press("Undo the check-in");
  screen.getByText(/^Asha Rao is not checked in any more \(.*, Desk 2\)\.$/u);
  expect(screen.queryByRole("alert")).toBeNull();
  await press(/^Check in again: /);
  const [undone, again] = kept() as { at: number }[];
  expect(undone?.at).toBeGreaterThan(checkedIn.at);
  expect(again?.at).toBeGreaterThan(undone?.at ?? Infinity);
  expect(again).toMatchObject({ desk: "Desk 1", guardianFormSeen: true });
  screen.getByText("In", { exact: true });
});

test("who was taken out and is in again by another desk is not said to be out, and the keyboard keeps its place", async () => {
  await know({ checkedIn: { at: Date.now() - 60_000, desk: "Desk 2" } });
  await openDesk();
  await search();
  button("Undo the check-in").focus();
  await press("Undo the check-in");
  screen.getByText(/^Asha Rao is not checked in any more/u);
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  await drop();
  screen.getByText(/^Asha Rao: In since .*, Desk 2$/u);
  expect(screen.queryByText(/not checked in any more/u)).toBeNull();
});

test("the last check-in says so when another desk has taken it back", async () => {
  await openDesk();
  await scanAsha();
  await press(MATCHES);
  screen.getByText("In", { exact: true });
  await drop();
  screen.getByText("Out", { exact: true });
  screen.getByText("Not accepted, or taken back at another desk");
  expect(screen.queryByRole("button", { name: /^Undo/u })).toBeNull();
});

test("what a scanner types next goes where it has typed before", async () => {
  await openDesk();
  const typed = field(SEARCH);
  typed.focus();
  await scanAsha();
  await word();
  expect(document.activeElement).not.toBe(typed);
  await press(MATCHES);
  expect(document.activeElement).toBe(typed);
});

test("a tick for one person is none for the next, who is read beside it", async () => {
  await openDesk();
  await scanAsha();
  fireEvent.click(await screen.findByLabelText(FORM));
  await scan(await passOf("kiran1"));
  await press(MATCHES);
  const sent = { uid: "kiran1", at, desk: "Desk 1", isByList: true };
  expect(kept()).toEqual([sent]);
});

test("codes that this deployment has not signed are invalid", async () => {
  await openDesk();
  const forged = (await passOf("asha1")).replace("ASHA1", "KIRAN1");
  for (const text of [forged, "HA1.ASHA1", "https://example.com"]) {
    await scan(text);
    expect(await word()).toBe("Invalid");
    expect(screen.queryByRole("button", { name: /check in/u })).toBeNull();
    await press("Next");
  }
  expect(kept()).toEqual([]);
});

test("a signed pass that the list lacks is accepted and marked, and undone like another", async () => {
  await openDesk();
  await scan(await passOf("late1"));
  expect(await word()).toBe("Unlisted");
  await press(MATCHES);
  const late = { uid: "late1", isByList: false };
  expect(kept()).toMatchObject([late]);
  await press("Undo");
  screen.getByText(
    "A pass that is not on the list is not checked in any more.",
  );
  await press(/^Check in again: /);
  expect(kept()).toMatchObject([late, { uid: "late1" }, late]);
});

test("while check-in is off nobody is checked in, except by a phone that cannot know", async () => {
  answer(settings({ checkInOpen: false }));
  await openDesk();
  await scanAsha();
  expect(await word()).toBe("Valid");
  expect(screen.queryByRole("button", { name: /check in/u })).toBeNull();
  act(() => setConnectionLost(true));
  button(/check in/u);
  screen.getByText(/^No line\. List of/u);
  act(() => setConnectionLost(false));
});

test("the hand feels once to look and twice to stop, until its switch is off", async () => {
  const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
  Object.assign(navigator, { vibrate });
  await openDesk();
  fireEvent.pointerDown(document.body);
  await scanAsha();
  expect(await word()).toBe("Valid");
  await press("Not this person");
  await scan("https://example.com");
  expect(await word()).toBe("Invalid");
  await press("Next");
  const felt = vibrate.mock.calls.map(([pattern]) => pattern.length);
  expect(felt).toEqual([1, 3]);

  await press("Settings");
  tick(/^Vibration/u);
  await press("Save");
  await scan("https://example.com");
  expect(await word()).toBe("Invalid");
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test("a check-in that the phone's storage does not take is said to end with the page", async () => {
  await openDesk();
  fillStorage();
  await scanAsha();
  await press(MATCHES);
  expect(kept()).toHaveLength(1);
  screen.getByText("1 waits, kept only until this page is closed");
});
