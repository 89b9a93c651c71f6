import {
  createMemoryRouter,
  Navigate,
  Outlet,
  RouterProvider,
} from "react-router-dom";
import { expect, test } from "vitest";
import { LogoutButton } from "../../src/features/auth/logout-button";
import {
  publish,
  useSession,
  type SessionActions,
} from "../../src/lib/session/session-store";
import { fireEvent, render, screen } from "./rendering";

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

test("a logout ends at home, also when its code has to be loaded first", async () => {
  publish("signedIn", actions, confirmed);
  const router = createMemoryRouter(
    [
      { path: "/", lazy: async () => ({ Component: () => <p>Home</p> }) },
      { path: "/login", element: <p>Login</p> },
      {
        element: <Guard />,
        children: [{ path: "/dashboard", element: <LogoutButton /> }],
      },
    ],
    { initialEntries: ["/dashboard"] },
  );
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Home")).toBeTruthy();
  await expect.poll(() => router.state.navigation.state).toBe("idle");
  expect(router.state.location.pathname).toBe("/");
});
