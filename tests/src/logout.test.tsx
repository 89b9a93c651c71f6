import type { ReactNode } from "react";
import {
  createMemoryRouter,
  Navigate,
  Outlet,
  RouterProvider,
} from "react-router-dom";
import { expect, test, vi } from "vitest";
import { LogoutButton } from "../../src/features/auth/logout-button";
import {
  publish,
  useSession,
  type SessionActions,
} from "../../src/lib/session/session-store";
import { act, click, render, screen } from "./rendering";

const confirmed = { isConfirmed: true };
const actions: SessionActions = {
  signIn: () => Promise.reject(new Error("nobody signs in here")),
  mayLeave: async () => true,
  signOut: async () => publish("signedOut", actions, confirmed),
};

/** As the guard of the pages for participants. */
function Guard() {
  const { status } = useSession();
  return status === "signedIn" ? <Outlet /> : <Navigate to="/login" replace />;
}

/** The dashboard, and a way home. */
function openDashboard(
  loadHome: () => Promise<{ Component: () => ReactNode }>,
) {
  publish("signedIn", actions, confirmed);
  const router = createMemoryRouter(
    [
      { path: "/", lazy: loadHome },
      { path: "/login", element: <p>Login</p> },
      {
        element: <Guard />,
        children: [{ path: "/dashboard", element: <LogoutButton /> }],
      },
    ],
    { initialEntries: ["/dashboard"] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test("a logout ends at home, also when its code has to be loaded first", async () => {
  const router = openDashboard(async () => ({ Component: () => <p>Home</p> }));
  click("Logout");
  expect(await screen.findByText("Home")).toBeTruthy();
  await expect.poll(() => router.state.navigation.state).toBe("idle");
  expect(router.state.location.pathname).toBe("/");
});

test("a logout ends the session also when the code of home does not come", async () => {
  vi.useFakeTimers();
  openDashboard(() => new Promise(() => {}));
  click("Logout");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText("Login")).toBeTruthy();
});
