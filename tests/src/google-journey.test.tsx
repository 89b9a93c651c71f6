/** The way back from Google over a line that is cut; the way itself: e2e/google.test.ts. */
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { googleAddress } from "../../src/features/auth/google-request";
import { Component as Google } from "../../src/routes/google/route";
import { act, render } from "./rendering";

type SignIn = (provider: string, params: object) => Promise<object>;
const signIn = vi.hoisted(() => vi.fn<SignIn>());
vi.mock("../../src/lib/session/session-store", () => ({
  sessionActions: async () => ({ signIn }),
  signedIn: async () => {},
}));
vi.mock("../../src/lib/session/token-storage", () => ({
  hasVerifier: () => true,
  rememberSession: () => {},
}));

beforeEach(() => {
  // The host answers.
  vi.stubGlobal("fetch", async () => new Response());
  signIn.mockReset();
});

const cut = () =>
  new Error("[CONVEX A(x)] Connection lost while action was in flight");
const request = { purpose: "login", isRemembered: true } as const;

/** @returns where the page is in the end */
async function comeBack(): Promise<string> {
  const router = createMemoryRouter(
    [
      { path: "/google", element: <Google /> },
      { path: "*", element: null },
    ],
    { initialEntries: [`${googleAddress(request, "return")}&code=12345678`] },
  );
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  const { pathname, search } = router.state.location;
  return pathname + search;
}

test("a code whose exchange is cut may be used up: Google is asked for another one, and nothing failed", async () => {
  const redirectTo = googleAddress(request, "return");
  signIn
    .mockRejectedValueOnce(cut())
    .mockRejectedValueOnce(cut())
    .mockResolvedValueOnce({ signingIn: false });
  expect(await comeBack()).toBe(googleAddress(request, "leave"));
  expect(signIn.mock.calls).toEqual([
    ["google", { code: "12345678" }],
    ["google", { redirectTo }],
    ["google", { redirectTo }],
  ]);
});

test("a code that is refused leads back to the login", async () => {
  signIn.mockResolvedValueOnce({ signingIn: false });
  expect(await comeBack()).toBe("/login");
  expect(signIn).toHaveBeenCalledOnce();
});
