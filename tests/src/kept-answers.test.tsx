import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { answer, signIn } from "./deployment";
import { act, render, screen } from "./rendering";

const pass = makeFunctionReference<"query">("checkIns:pass");
const later = makeFunctionReference<"query", { at: number }>("schedule:list");
const list = makeFunctionReference<"query">("checkIns:list");
const viewer = makeFunctionReference<"query">("users:me");

/** What the deployment says to the page that is open: the same of the pass and of the schedule. */
const say = (given: unknown) =>
  answer({ "checkIns:pass": given, "schedule:list": given });

/** The page, loaded anew, with what the deployment answers now and whether there is a line. */
async function openPage(given: unknown, isLost: boolean, at = 0) {
  document.body.replaceChildren();
  vi.resetModules();
  say(given);
  const { setConnectionLost } =
    await import("../../src/lib/connection/connection");
  const { useKeptLive } = await import("../../src/lib/connection/kept-answers");
  const { dataOf, useQuietLive } =
    await import("../../src/lib/connection/use-live");
  const store = await import("../../src/lib/session/kept-store");
  setConnectionLost(isLost);
  function Page() {
    const kept = useKeptLive(pass, {});
    const opening = useQuietLive(later, { at });
    return (
      <>
        <p>{String(dataOf(kept) ?? kept.status)}</p>
        <p>from {kept.keptAt ?? "now"}</p>
        <p>opening {String(dataOf(opening) ?? opening.status)}</p>
      </>
    );
  }
  function Desk() {
    const me = dataOf(useQuietLive(viewer, {})) as { isDeskHelper: boolean };
    return me.isDeskHelper ? <List /> : <p>Nothing here</p>;
  }
  const List = () => <p>{useKeptLive(list, {}).status}</p>;
  const { unmount } = render(<Page />);
  const line = (isGone: boolean) => act(() => setConnectionLost(isGone));
  /** The line is back with this answer. */
  const back = (next: unknown) => {
    say(next);
    line(false);
  };
  return { store, Desk, unmount, lose: () => line(true), back };
}
const kept = () => JSON.stringify(localStorage);
const expectShown = (...words: string[]) =>
  words.forEach((it) => expect(screen.getByText(it)).toBeDefined());

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000, toFake: ["Date"] });
  signIn("asha");
});

test("an answer is shown without a line, with its time, until the line is back", async () => {
  const { unmount } = await openPage("HA1", false);
  expectShown("from now");
  vi.setSystemTime(5_000);
  unmount();
  vi.setSystemTime(9_000);
  const page = await openPage(undefined, true);
  // When the page was left it was still current.
  expectShown("HA1", "from 5000");
  page.back("HA2");
  expectShown("HA2", "from now");
});

test("what the portal begins with is kept too, whenever it is asked for", async () => {
  (await openPage("entries", false, 60_000)).unmount();
  await openPage(undefined, true, 120_000);
  expectShown("opening entries");
});

test("while there is a line, a page waits for the live answer", async () => {
  (await openPage("HA1", false)).unmount();
  const page = await openPage(undefined, false);
  expectShown("pending");
  page.lose();
  expectShown("HA1");
  // The line is back, but its answer is not there yet.
  page.back(undefined);
  expectShown("HA1");
});

test("a live answer is from the loss of the line", async () => {
  const page = await openPage("HA1", false);
  vi.setSystemTime(7_000);
  page.lose();
  expectShown("HA1", "from 7000");
});

test("another person finds nothing", async () => {
  (await openPage("HA1", false)).unmount();
  signIn("bela");
  await openPage(undefined, true);
  expectShown("pending");
});

test("a refusal removes what was kept, and a failure of the deployment does not", async () => {
  (await openPage("Asha, IIT Delhi", false)).unmount();
  const page = await openPage(new Error("Server Error"), false);
  expect(kept()).toContain("IIT Delhi");
  page.back("Ravi, NIT Trichy");
  page.back(new ConvexError({ code: "desk_only" }));
  expect(kept()).not.toMatch(/IIT Delhi|NIT Trichy/);
  page.unmount();
  await openPage(undefined, true);
  expectShown("pending");
  expect(screen.queryByText(/Trichy/)).toBeNull();
});

test("the list of a desk helper goes with their task, when the page is told and when another one is opened", async () => {
  const { store, Desk } = await openPage(undefined, false);
  const helps = (isDeskHelper: boolean) =>
    answer({
      "users:me": { role: "participant", isDeskHelper },
      "checkIns:list": isDeskHelper
        ? "Asha, IIT Delhi"
        : new ConvexError({ code: "desk_only" }),
    });
  helps(true);
  const { unmount } = render(<Desk />);
  expect(kept()).toContain("IIT Delhi");
  helps(false);
  expectShown("Nothing here");
  expect(kept()).not.toContain("IIT Delhi");
  helps(true);
  unmount();
  expect(kept()).toContain("IIT Delhi");
  helps(false);
  render(<Desk />);
  expect(kept()).not.toContain("IIT Delhi");
  expect(store.isKnownKept()).toBe(true);
});

test("the end of the session removes everything, and what is shown then is not kept again", async () => {
  const page = await openPage("HA1", false);
  expect(kept()).toContain("HA1");
  localStorage.removeItem("__convexAuthJWT_test");
  page.store.forgetKept();
  page.unmount();
  expect(localStorage).toHaveLength(0);
});

test("what a session keeps that ends with the browser does so, too", async () => {
  const token = "__convexAuthJWT_test";
  sessionStorage.setItem("hackarenaSessionOnly", "true");
  sessionStorage.setItem(token, localStorage.getItem(token) ?? "");
  localStorage.clear();
  (await openPage("HA1", false)).unmount();
  expect(localStorage).toHaveLength(0);
  await openPage(undefined, true);
  expectShown("HA1");
});
