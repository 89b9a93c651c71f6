import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { Component } from "../../src/routes/login/route";
import { render, screen } from "./rendering";

test.each([
  ["/find?show=people", "Log in to find a team."],
  ["/project", "Log in to work on your project."],
  ["/dashboard", /where you left them/],
  [undefined, /where you left them/],
])("whoever comes from %s reads where the login leads", (from, words) => {
  const context = { onGoogle: () => {} };
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={context} />,
        children: [{ path: "/login", Component }],
      },
    ],
    { initialEntries: [{ pathname: "/login", state: from && { from } }] },
  );
  render(<RouterProvider router={router} />);
  expect(screen.getByText(words)).toBeDefined();
});
