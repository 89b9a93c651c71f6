/** The portal's session with Convex's client and Convex Auth themselves, and no line to the deployment. */
import { beforeEach, expect, test, vi } from "vitest";
import { ConvexSession } from "../../src/layouts/convex-session";
import {
  sessionActions,
  startSession,
  useSession,
} from "../../src/lib/session/session-store";
import { act, render, screen } from "./rendering";

vi.unmock("convex/react");
vi.mock("../../src/lib/connection/convex-client", async () => {
  const { ConvexReactClient } = await import("convex/react");
  class DeadSocket extends EventTarget {
    readyState = WebSocket.CONNECTING;
    close() {}
    send() {}
  }
  return {
    convex: new ConvexReactClient("http://localhost:1", {
      webSocketConstructor: DeadSocket as unknown as typeof WebSocket,
      unsavedChangesWarning: false,
    }),
  };
});

const JWT = "__convexAuthJWT_httplocalhost1";
const tokenOf = (session: string, exp = 9e9) =>
  `head.${btoa(JSON.stringify({ sub: `asha|${session}`, exp }))}.signature`;
/** What was asked over HTTP, once the line is back. */
const asked: { path: string; bearer: string | null }[] = [];
let isUp = false;

beforeEach(() => {
  asked.length = 0;
  isUp = false;
  localStorage.clear();
  localStorage.setItem("__convexAuthRefreshToken_httplocalhost1", "refresh");
  const me = { status: "success", data: { _id: "asha" }, at: 1 };
  localStorage.setItem("kept asha users:me{}", JSON.stringify(me));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!isUp) throw new TypeError("Failed to fetch");
    if (url.endsWith("/api/action")) {
      const { path } = (await new Response(init.body).json()) as {
        path: string;
      };
      const bearer = new Headers(init.headers).get("Authorization");
      asked.push({ path, bearer });
    }
    return new Response("{}");
  });
});

function Status() {
  return <p>{useSession().status}</p>;
}

/** Logs in with a token, and out again. */
async function logOutOf(token: string) {
  localStorage.setItem(JWT, token);
  startSession();
  render(
    <>
      <ConvexSession />
      <Status />
    </>,
  );
  await screen.findByText("signedIn");
  const { mayLeave, signOut } = await sessionActions();
  expect(await mayLeave()).toBe(true);
  await act(signOut);
  await screen.findByText("signedOut");
}

const left = () =>
  Object.keys(localStorage).filter((name) => /auth|kept/iu.test(name));

test("a logout with no line ends the session on the device at once, and the deployment's when the line is back", async () => {
  const token = tokenOf("first");
  await logOutOf(token);
  expect(left()).toEqual([]);
  expect(asked).toEqual([]);
  isUp = true;
  dispatchEvent(new Event("online"));
  await expect
    .poll(() => asked)
    .toEqual([{ path: "auth:signOut", bearer: `Bearer ${token}` }]);
});

test("a token that is renewed during a logout ends, too, on the device and on the deployment", async () => {
  await logOutOf(tokenOf("second"));
  isUp = true;
  const renewed = tokenOf("second", 9e9 + 1);
  // By this tab or another one.
  localStorage.setItem(JWT, renewed);
  const change = { key: JWT, newValue: renewed, storageArea: localStorage };
  await act(async () => {
    dispatchEvent(new StorageEvent("storage", change));
  });
  await expect.poll(left).toEqual([]);
  await screen.findByText("signedOut");
  await expect
    .poll(() => asked.map(({ bearer }) => bearer))
    .toContain(`Bearer ${renewed}`);
});
