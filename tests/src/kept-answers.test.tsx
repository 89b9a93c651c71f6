import {
  getFunctionName,
  makeFunctionReference,
  type FunctionReference,
} from "convex/server";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { act, render, screen } from "./rendering";

/** What the live query says; undefined while it is pending, an error if it fails. */
const deployment = vi.hoisted(() => ({
  answer: undefined as unknown,
  /** What it says to these queries instead. */
  others: {} as Record<string, unknown>,
}));
vi.mock("convex/react", () => ({
  useQuery_experimental: ({ query }: { query: FunctionReference<"query"> }) => {
    const { [getFunctionName(query)]: answer = deployment.answer } =
      deployment.others;
    if (answer === undefined) return { status: "pending" };
    return answer instanceof Error
      ? { status: "error", error: answer }
      : { status: "success", data: answer };
  },
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
  const { setConnectionLost } =
    await import("../../src/lib/connection/connection");
  const { useKeptLive } = await import("../../src/lib/connection/kept-answers");
  const { useQuietLive } = await import("../../src/lib/connection/use-live");
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
  deployment.others = {};
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

test("a refusal removes what was kept, and a failure of the deployment does not", async () => {
  (await openPage("Asha, IIT Delhi", false)).unmount();
  const page = await openPage(new Error("Server Error"), false);
  expect(JSON.stringify(localStorage)).toContain("IIT Delhi");
  page.answer("Ravi, NIT Trichy");
  page.answer(new ConvexError({ code: "desk_only" }));
  expect(JSON.stringify(localStorage)).not.toMatch(/IIT Delhi|NIT Trichy/);
  page.unmount();
  await openPage(undefined, true);
  expect(screen.getByText("pending")).toBeDefined();
  expect(screen.queryByText(/Trichy/)).toBeNull();
});

test("the list of a desk helper goes with their task, when the page is told and when another one is opened", async () => {
  const { store } = await openPage(undefined, false);
  const { useKeptLive } = await import("../../src/lib/connection/kept-answers");
  const { useQuietLive } = await import("../../src/lib/connection/use-live");
  const me = (isDeskHelper: boolean) => ({ role: "participant", isDeskHelper });
  const say = (isDeskHelper: boolean) =>
    Object.assign(deployment.others, {
      "users:me": me(isDeskHelper),
      "checkIns:list": isDeskHelper
        ? "Asha, IIT Delhi"
        : new ConvexError({ code: "desk_only" }),
    });
  const list = makeFunctionReference<"query">("checkIns:list");
  const List = () => <p>{String(useKeptLive(list, {}).status)}</p>;
  const viewer = makeFunctionReference<"query">("users:me");
  function Guarded() {
    const live = useQuietLive(viewer, {});
    return live.status === "success" &&
      (live.data as { isDeskHelper: boolean }).isDeskHelper ? (
      <List />
    ) : (
      <p>Nothing here</p>
    );
  }
  say(true);
  const { rerender, unmount } = render(<Guarded />);
  expect(JSON.stringify(localStorage)).toContain("IIT Delhi");
  say(false);
  rerender(<Guarded />);
  expect(screen.getByText("Nothing here")).toBeDefined();
  expect(JSON.stringify(localStorage)).not.toContain("IIT Delhi");
  say(true);
  rerender(<Guarded />);
  unmount();
  expect(JSON.stringify(localStorage)).toContain("IIT Delhi");
  say(false);
  render(<Guarded />);
  expect(JSON.stringify(localStorage)).not.toContain("IIT Delhi");
  expect(store.isKnownKept()).toBe(true);
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
