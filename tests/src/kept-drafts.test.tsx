import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { CreateTeamForm } from "../../src/features/team/create-team-form";
import { isTyped } from "../../src/lib/is-typed";
import { forgetKept } from "../../src/lib/session/kept-store";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () => ({
  ...(await (await import("./deployment")).convexReact()),
  useQuery: () => undefined,
}));
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));

beforeEach(() => {
  forgetKept();
  localStorage.clear();
  resetDeployment({ "announcements:all": [] });
  vi.stubGlobal("fetch", async () => new Response(`${Date.now()}`));
  signIn("asha");
});

function signIn(uid: string) {
  const claims = btoa(JSON.stringify({ sub: `${uid}|session` }));
  localStorage.setItem("__convexAuthJWT_test", `x.${claims}.x`);
}

const field = (label: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { exact: false });
const type = (label: RegExp, value: string) =>
  fireEvent.input(field(label), { target: { value } });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

test("a team that is being founded outlasts another tab and a new load, and ends when it is founded", async () => {
  const first = render(<CreateTeamForm />);
  type(/^Team name/, "Nova");
  type(/^Description/, "We read water meters.");
  expect(isTyped()).toBe(false);
  first.unmount();
  const second = render(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("Nova");
  responses["teams:create"] = async () => Promise.reject(new Error());
  await press("Create Team");
  second.unmount();
  const third = render(<CreateTeamForm />);
  delete responses["teams:create"];
  await press("Create Team");
  const team = { name: "Nova", description: "We read water meters." };
  expect(calls.map(([, args]) => args)).toEqual([team, team]);
  third.unmount();
  render(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
});

test("what is typed ends with the session, and nobody else on the device reads it", () => {
  const first = render(<CreateTeamForm />);
  type(/^Team name/, "Nova");
  first.unmount();
  signIn("ravi");
  const other = render(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
  other.unmount();
  forgetKept();
  signIn("asha");
  render(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
});

test("an announcement that is being written comes back as it was: ticked, for later, and in the preview", async () => {
  const first = render(<Announcements />, { wrapper: MemoryRouter });
  type(/^Title/, "Dinner");
  type(/^Text/, "In the main hall.");
  fireEvent.click(field(/^Pin it/));
  fireEvent.click(field(/^At a time/));
  type(/^Date and time/, "2099-05-30T19:00");
  first.unmount();
  render(<Announcements />, { wrapper: MemoryRouter });
  const preview = screen.getByRole("region", { name: "Preview" });
  expect(preview.textContent).toContain("In the main hall.");
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  await press("Schedule");
  expect(calls).toEqual([
    [
      "announcements:add",
      {
        title: "Dinner",
        body: "In the main hall.",
        pinned: true,
        pinnedUntil: null,
        important: false,
        toPhones: false,
        publishAt: Date.parse("2099-05-30T19:00+05:30"),
      },
    ],
  ]);
});
