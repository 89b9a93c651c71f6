import { useLocation } from "react-router-dom";
import { expect, test } from "vitest";
import { guests } from "../../src/content/guests";
import { Component as Login } from "../../src/routes/login/route";
import { Component as Register } from "../../src/routes/register/route";
import { field, fill, fireEvent, open, screen } from "./rendering";

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

function Screens() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      {pathname === "/login" ? <Login /> : <Register />}
      <output>{JSON.stringify([search, state.from])}</output>
    </>
  );
}

/** Follows the last link of this name. */
function follow(name: string) {
  const link = screen.getAllByRole("link", { name }).at(-1);
  if (link) fireEvent.click(link);
}

test("an address is typed once for login and registration, and is in no URL", () => {
  const state = { from: "/team" };
  open(<Screens />, { initialEntries: [{ pathname: "/login", state }] });
  fill("Email", "asha@example.in");
  follow("Create an account");
  expect(field("Email").value).toBe("asha@example.in");
  fill("Email", "asha@example.org");
  follow("Log in");
  expect(field("Email").value).toBe("asha@example.org");
  screen.getByText('["","/team"]');
});
