import { beforeEach, expect, test, vi } from "vitest";
import { act, render, screen } from "./rendering";

const actions = {
  signIn: async () => ({ signingIn: true }),
  mayLeave: async () => true,
  signOut: async () => {},
};

/** A fresh store, as after a page load. */
async function loadPage() {
  vi.resetModules();
  const store = await import("../../src/lib/session/session-store");
  store.startSession();
  function Status() {
    const { status, isWanted } = store.useSession();
    return <p>{isWanted ? `${status}, client wanted` : status}</p>;
  }
  render(<Status />);
  return store;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const confirmed = { isConfirmed: true };

test("a visitor without a token is signed out and needs no client", async () => {
  await loadPage();
  expect(screen.getByText("signedOut")).toBeDefined();
});

test("with a token nothing is known until the deployment answers", async () => {
  localStorage.setItem("__convexAuthJWT_x", "token");
  const store = await loadPage();
  expect(screen.getByText("unknown, client wanted")).toBeDefined();
  act(() => store.publish("signedIn", actions, confirmed));
  expect(screen.getByText("signedIn, client wanted")).toBeDefined();
});

test("asking for the actions loads the client and waits for it", async () => {
  const store = await loadPage();
  let pending: Promise<unknown> = Promise.resolve();
  act(() => {
    pending = store.sessionActions();
  });
  expect(screen.getByText("signedOut, client wanted")).toBeDefined();
  act(() => store.publish("signedOut", actions, confirmed));
  expect(await pending).toBe(actions);
});

test("a sign-in counts once the deployment has confirmed it", async () => {
  const store = await loadPage();
  let isSignedIn = false;
  const pending = store.signedIn().then(() => (isSignedIn = true));
  act(() => store.publish("signedOut", actions, confirmed));
  await Promise.resolve();
  expect(isSignedIn).toBe(false);
  act(() => store.publish("signedIn", actions, confirmed));
  expect(await pending).toBe(true);
});

test.each([true, false])(
  "whoever ends a session for another account is asked about what waits, and may go: %s",
  async (may) => {
    const store = await loadPage();
    const signOut = vi.fn(async () =>
      store.publish("signedOut", actions, confirmed),
    );
    const asked = { ...actions, mayLeave: async () => may, signOut };
    act(() => store.publish("signedIn", asked, confirmed));
    let isEnded: boolean | undefined;
    await act(async () => {
      isEnded = await store.endSession();
    });
    expect(isEnded).toBe(may);
    expect(signOut).toHaveBeenCalledTimes(may ? 1 : 0);
  },
);
