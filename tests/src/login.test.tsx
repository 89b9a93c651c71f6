import { expect, test } from "vitest";
import { Component as Login } from "../../src/routes/login/route";
import { open, screen } from "./rendering";

test.each([
  ["/find?show=people", "Log in to find a team."],
  ["/project", "Log in to work on your project."],
  ["/dashboard", /where you left them/],
  [undefined, /where you left them/],
])("whoever comes from %s reads where the login leads", (from, words) => {
  const state = from && { from };
  open(<Login />, { initialEntries: [{ pathname: "/login", state }] });
  expect(screen.getByText(words)).toBeDefined();
});
