/** The portal's session with Convex's client and Convex Auth themselves, and no line to the deployment. */
import { beforeEach, expect, test, vi } from "vitest";
import { ConvexSession } from "../../src/layouts/convex-session";
import {
  sessionActions,
  useSession,
} from "../../src/lib/session/session-store";
import { act, render, screen } from "./rendering";

vi.mock("../../src/lib/convex-client", async () => {
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

const token = `head.${btoa(JSON.stringify({ sub: "asha|session", exp: 9e9 }))}.signature`;
/** What was asked over HTTP, once the line is back. */
const asked: { path: string; bearer: string | null }[] = [];
let isUp = false;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("__convexAuthJWT_httplocalhost1", token);
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

test("a logout with no line ends the session on the device at once, and the deployment's when the line is back", async () => {
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
  const left = Object.keys(localStorage);
  expect(left.filter((name) => /auth|kept/iu.test(name))).toEqual([]);
  expect(asked).toEqual([]);
  isUp = true;
  dispatchEvent(new Event("online"));
  await expect
    .poll(() => asked)
    .toEqual([{ path: "auth:signOut", bearer: `Bearer ${token}` }]);
});
