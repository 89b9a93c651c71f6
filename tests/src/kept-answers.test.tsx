import { makeFunctionReference } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import { act, render, screen } from "./rendering";

/** What the live query says; undefined while it is pending. */
const deployment = vi.hoisted(() => ({ answer: undefined as unknown }));
vi.mock("convex/react", () => ({
  useQuery_experimental: () =>
    deployment.answer === undefined
      ? { status: "pending" }
      : { status: "success", data: deployment.answer },
}));

const pass = makeFunctionReference<"query">("checkIns:pass");
const later = makeFunctionReference<"query", { at: number }>("schedule:list");

const tokenOf = (uid: string) =>
  `head.${btoa(JSON.stringify({ sub: `${uid}|session` }))}.signature`;
const signInAs = (uid: string, storage = localStorage) =>
  storage.setItem("__convexAuthJWT_x", tokenOf(uid));

/** The page, loaded anew, with what the deployment answers now and whether there is a line. */
async function openPage(answer: unknown, isLost: boolean, at = 0) {
  document.body.replaceChildren();
  vi.resetModules();
  deployment.answer = answer;
  const { setConnectionLost } = await import("../../src/lib/connection");
  const { useKeptLive } = await import("../../src/lib/kept-answers");
  const { useQuietLive } = await import("../../src/lib/use-live");
  const store = await import("../../src/lib/session/kept-store");
  setConnectionLost(isLost);
  function Page() {
    const kept = useKeptLive(pass, {});
    const opening = useQuietLive(later, { at });
    return (
      <>
        <p>{kept.status === "success" ? String(kept.data) : kept.status}</p>
        <p>from {kept.keptAt ?? "now"}</p>
        <p>
          opening{" "}
          {opening.status === "success" ? String(opening.data) : opening.status}
        </p>
      </>
    );
  }
  const { rerender, unmount } = render(<Page />);
  return {
    store,
    unmount,
    /** The line is lost, or back with this answer. */
    lose: () => act(() => setConnectionLost(true)),
    answer: (next: unknown) =>
      act(() => {
        deployment.answer = next;
        setConnectionLost(false);
        rerender(<Page />);
      }),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000, toFake: ["Date"] });
  localStorage.clear();
  sessionStorage.clear();
  signInAs("asha");
});

test("an answer is shown without a line, with its time, until the line is back", async () => {
  const { unmount } = await openPage("HA1", false);
  expect(screen.getByText("from now")).toBeDefined();
  vi.setSystemTime(5_000);
  unmount();
  vi.setSystemTime(9_000);
  const page = await openPage(undefined, true);
  expect(screen.getByText("HA1")).toBeDefined();
  // When the page was left it was still current.
  expect(screen.getByText("from 5000")).toBeDefined();
  page.answer("HA2");
  expect(screen.getByText("HA2")).toBeDefined();
  expect(screen.getByText("from now")).toBeDefined();
});

test("what the portal begins with is kept too, whenever it is asked for", async () => {
  (await openPage("entries", false, 60_000)).unmount();
  await openPage(undefined, true, 120_000);
  expect(screen.getByText("opening entries")).toBeDefined();
});

test("while there is a line, a page waits for the live answer", async () => {
  (await openPage("HA1", false)).unmount();
  const page = await openPage(undefined, false);
  expect(screen.getByText("pending")).toBeDefined();
  page.lose();
  expect(screen.getByText("HA1")).toBeDefined();
  // The line is back, but its answer is not there yet.
  page.answer(undefined);
  expect(screen.getByText("HA1")).toBeDefined();
});

test("a live answer is from the loss of the line", async () => {
  const page = await openPage("HA1", false);
  vi.setSystemTime(7_000);
  page.lose();
  expect(screen.getByText("HA1")).toBeDefined();
  expect(screen.getByText("from 7000")).toBeDefined();
});

test("another person finds nothing", async () => {
  (await openPage("HA1", false)).unmount();
  signInAs("bela");
  await openPage(undefined, true);
  expect(screen.getByText("pending")).toBeDefined();
});

test("the end of the session removes everything, and what is shown then is not kept again", async () => {
  const page = await openPage("HA1", false);
  expect(JSON.stringify(localStorage)).toContain("HA1");
  localStorage.removeItem("__convexAuthJWT_x");
  page.store.forgetKept();
  page.unmount();
  expect(localStorage).toHaveLength(0);
});

test("what a session keeps that ends with the browser does so, too", async () => {
  localStorage.clear();
  sessionStorage.setItem("hackarenaSessionOnly", "true");
  signInAs("asha", sessionStorage);
  (await openPage("HA1", false)).unmount();
  expect(localStorage).toHaveLength(0);
  await openPage(undefined, true);
  expect(screen.getByText("HA1")).toBeDefined();
});
