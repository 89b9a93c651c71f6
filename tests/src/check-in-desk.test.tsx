import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter, Outlet, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { publicKeyOf, signPass } from "#convex/checkIns/shared/passes";
import { discard, outboxOf } from "../../src/lib/outbox/outbox";
import { Desk } from "../../src/routes/check-in/desk";
import { fillStorage } from "./full-storage";
import { act, fireEvent, render, screen } from "./rendering";

const SECRET = new Uint8Array(32).fill(7);
const id = (text: string) => text as Id<"users">;
const team = "t1" as Id<"teams">;
const person = (uid: string, name: string): DeskPerson => ({
  uid: id(uid),
  name,
  college: "IIT Delhi",
  teamId: team,
  teamName: "Byte Force",
  checkedIn: null,
  guardianFormSeen: false,
});
const asha = person("asha1", "Asha Rao");
const kiran = person("kiran1", "Kiran Das");

/** What the phone knows; `keptAt` is when it lost the line. */
const known = vi.hoisted(() => ({
  people: [] as DeskPerson[],
  publicKey: "",
  keptAt: null as number | null,
  checkInOpen: true,
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => ({ checkInOpen: known.checkInOpen }),
}));
vi.mock("../../src/lib/connection/kept-answers", () => ({
  useKeptLive: (query: FunctionReference<"query">) => {
    const { people, publicKey, keptAt } = known;
    const answers: Record<string, unknown> = {
      "users:me": { _id: "helper1" },
      "checkIns:list": { people, publicKey, isComplete: true },
    };
    const data = answers[getFunctionName(query)];
    return { status: "success", data, keptAt };
  },
}));
vi.mock("../../src/routes/check-in/use-arrived", () => ({
  useArrived: () => ({
    status: "success",
    data: known.people.map(({ uid, checkedIn, guardianFormSeen }) => ({
      uid,
      ...checkedIn,
      guardianFormSeen,
    })),
    keptAt: known.keptAt,
  }),
}));

const page = () => (
  <MemoryRouter>
    <Routes>
      <Route element={<Outlet context={{ setOwnWords: () => {} }} />}>
        <Route path="*" element={<Desk />} />
      </Route>
    </Routes>
  </MemoryRouter>
);

/** A desk with a name, on a phone whose camera fails in this way. */
async function openDesk(trouble = "NotFoundError") {
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: {
      getUserMedia: () => Promise.reject(new DOMException("", trouble)),
    },
  });
  const { rerender } = render(page());
  fireEvent.change(screen.getByLabelText("Which desk is this phone?"), {
    target: { value: "Desk 1" },
  });
  await press("Start");
  return () => act(async () => rerender(page()));
}

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

/** As a scanner at a laptop types what it reads. */
async function scan(text: string) {
  const field = screen.getByLabelText("Search by name, college or team");
  fireEvent.change(field, { target: { value: text } });
  const form = field.closest("form");
  await act(async () => void (form && fireEvent.submit(form)));
}

const word = async () => (await screen.findByRole("alert")).textContent;
const kept = () => outboxOf("helper1").map(({ args }) => args);
const passOf = (uid: string) => signPass(id(uid), SECRET);

beforeEach(async () => {
  // The deployment's clock is not asked.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  Object.assign(known, {
    people: [asha, kiran],
    publicKey: await publicKeyOf(SECRET),
    keptAt: null,
    checkInOpen: true,
  });
});
afterEach(() => {
  localStorage.clear();
});

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

test("a guardian's form is a tick of its own, and an undo is sent like a check-in", async () => {
  await openDesk();
  await scan(await passOf("asha1"));
  fireEvent.click(await screen.findByLabelText(/guardian's form seen/u));
  await press("ID matches: check in");
  expect(kept()[0]).toMatchObject({ guardianFormSeen: true });
  await press("Undo Asha Rao");
  expect(kept()[1]).toEqual({ uid: "asha1", at: expect.any(Number) });
  await scan(await passOf("asha1"));
  expect(await word()).toBe("Valid");
});

test("a guardian's form that is brought after the check-in is noted where the person is found, and taken back there", async () => {
  const checkedIn = { at: 1, desk: "Desk 2" };
  known.people = [{ ...asha, checkedIn }, kiran];
  await openDesk();
  await scan(await passOf("asha1"));
  const form = () =>
    screen.getByLabelText<HTMLInputElement>(/guardian's form seen/u);
  expect(await word()).toBe("Already");
  fireEvent.click(form());
  expect(form().checked).toBe(true);
  fireEvent.click(form());
  expect(form().checked).toBe(false);
  const at = expect.any(Number);
  expect(kept()).toEqual([
    { uid: "asha1", at, isSeen: true },
    { uid: "asha1", at, isSeen: false },
  ]);
});

test("whoever is found in, at whatever desk, is taken out there and in again, also by a phone whose clock is behind", async () => {
  const checkedIn = { at: Date.now() + 3_600_000, desk: "Desk 2" };
  known.people = [{ ...asha, checkedIn, guardianFormSeen: true }, kiran];
  await openDesk();
  fireEvent.change(screen.getByLabelText(/^Search by name/u), {
    target: { value: "asha" },
  });
  await press(/^Asha Rao/u);
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
  const checkedIn = { at: Date.now() - 60_000, desk: "Desk 2" };
  known.people = [{ ...asha, checkedIn }, kiran];
  const follow = await openDesk();
  const field = screen.getByLabelText(/^Search by name/u);
  fireEvent.change(field, { target: { value: "asha" } });
  const found = screen.getByRole("button", { name: /^Asha Rao/u });
  found.focus();
  await press(/^Asha Rao/u);
  const undo = screen.getByRole("button", { name: "Undo the check-in" });
  undo.focus();
  await press("Undo the check-in");
  screen.getByText(/^Asha Rao is not checked in any more/u);
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  for (const { key } of outboxOf("helper1")) discard("helper1", key);
  await follow();
  screen.getByText(/^Asha Rao: In since .*, Desk 2$/u);
  expect(screen.queryByText(/not checked in any more/u)).toBeNull();
});

test("the last check-in says so when another desk has taken it back", async () => {
  const follow = await openDesk();
  await scan(await passOf("asha1"));
  await press("ID matches: check in");
  screen.getByText("In", { exact: true });
  for (const { key } of outboxOf("helper1")) discard("helper1", key);
  await follow();
  screen.getByText("Out", { exact: true });
  screen.getByText("Not accepted, or taken back at another desk");
  expect(screen.queryByRole("button", { name: /^Undo/u })).toBeNull();
});

test("what a scanner types next goes where it has typed before", async () => {
  await openDesk();
  const field = screen.getByLabelText("Search by name, college or team");
  field.focus();
  await scan(await passOf("asha1"));
  await word();
  expect(document.activeElement).not.toBe(field);
  await press("ID matches: check in");
  expect(document.activeElement).toBe(field);
});

test("a tick for one person is none for the next, who is read beside it", async () => {
  await openDesk();
  await scan(await passOf("asha1"));
  fireEvent.click(await screen.findByLabelText(/guardian's form seen/u));
  await scan(await passOf("kiran1"));
  await press("ID matches: check in");
  expect(kept()).toEqual([
    { uid: "kiran1", at: expect.any(Number), desk: "Desk 1", isByList: true },
  ]);
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
  await press("ID matches: check in");
  expect(kept()).toMatchObject([{ uid: "late1", isByList: false }]);
  await press("Undo");
  screen.getByText(
    "A pass that is not on the list is not checked in any more.",
  );
  await press(/^Check in again: /);
  expect(kept()).toMatchObject([
    { isByList: false },
    { uid: "late1" },
    { uid: "late1", isByList: false },
  ]);
});

test("while check-in is off nobody is checked in, except by a phone that cannot know", async () => {
  known.checkInOpen = false;
  const follow = await openDesk();
  await scan(await passOf("asha1"));
  expect(await word()).toBe("Valid");
  expect(screen.queryByRole("button", { name: /check in/u })).toBeNull();
  known.keptAt = Date.now();
  await follow();
  screen.getByRole("button", { name: /check in/u });
  screen.getByText(/^No line\. List of/u);
});

test("the hand feels once to look and twice to stop, until its switch is off", async () => {
  const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
  Object.assign(navigator, { vibrate });
  await openDesk();
  fireEvent.pointerDown(document.body);
  await scan(await passOf("asha1"));
  expect(await word()).toBe("Valid");
  await press("Not this person");
  await scan("https://example.com");
  expect(await word()).toBe("Invalid");
  await press("Next");
  const felt = vibrate.mock.calls.map(([pattern]) => pattern.length);
  expect(felt).toEqual([1, 3]);

  await press("Settings");
  fireEvent.click(screen.getByLabelText(/^Vibration/u));
  await press("Save");
  await scan("https://example.com");
  expect(await word()).toBe("Invalid");
  expect(vibrate).toHaveBeenCalledTimes(2);
});

test("a check-in that the phone's storage does not take is said to end with the page", async () => {
  await openDesk();
  fillStorage();
  await scan(await passOf("asha1"));
  await press("ID matches: check in");
  expect(kept()).toHaveLength(1);
  screen.getByText("1 waits, kept only until this page is closed");
});
