import { expect, test } from "vitest";
import { guests } from "../../src/content/guests";
import { Component as Login } from "../../src/routes/login/route";
import { open, screen } from "./rendering";

/** While registration is open. */
const LEFT = guests.shown.login;

test.each([
  ["/find?show=people", "Log in to find a team."],
  ["/project", "Log in to work on your project."],
  ["/dashboard", LEFT],
  [undefined, LEFT],
])("whoever comes from %s reads where the login leads", (from, words) => {
  const state = from && { from };
  open(<Login />, { initialEntries: [{ pathname: "/login", state }] });
  const [said] = screen.getAllByText(words);
  expect(said?.dataset.when ?? "shown").toBe("shown");
});
