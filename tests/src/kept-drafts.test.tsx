import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Profile } from "#convex/people/shared/people";
import type { TeamView } from "#convex/teams/shared/teams";
import { CreateTeamForm } from "../../src/features/team/create-team-form";
import { isTyped } from "../../src/lib/forms/is-typed";
import { forgetKept } from "../../src/lib/session/kept-store";
import { ProfileForm } from "../../src/routes/account/profile-form";
import { AskButton } from "../../src/routes/find/ask-button";
import { HideButton } from "../../src/routes/find/hide-button";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { EditTeam } from "../../src/routes/team/edit-team";
import { RequestChange } from "../../src/routes/team/request-change";
import { answer, calls, resetDeployment, responses } from "./deployment";
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

describe("a half-written text in a dialog", () => {
  const team = (changes: Partial<TeamView> = {}) =>
    ({ _id: "t", name: "Nova", description: "", ...changes }) as TeamView;
  const dialogOf = (shown: TeamView, isOpen = true) => (
    <EditTeam team={shown} isOpen={isOpen} onClose={() => {}} />
  );

  test("is there again after Escape, and takes back nothing that others have changed since", async () => {
    const { rerender } = render(dialogOf(team()));
    type(/^Description/, "We read water meters.");
    rerender(dialogOf(team(), false));
    rerender(dialogOf(team({ name: "Nova Two" })));
    expect(field(/^Team name/).value).toBe("Nova Two");
    expect(field(/^Description/).value).toBe("We read water meters.");
    await press("Save");
    expect(calls).toEqual([
      [
        "teams:edit",
        {
          name: "Nova Two",
          description: "We read water meters.",
          seen: { name: "Nova Two", description: "" },
        },
      ],
    ]);
    rerender(dialogOf(team(), false));
    rerender(dialogOf(team()));
    expect(field(/^Description/).value).toBe("");
  });

  test("follows a name that an organiser changes while it is open", async () => {
    const { rerender } = render(dialogOf(team()));
    type(/^Description/, "We read water meters.");
    rerender(dialogOf(team({ name: "Nova Two" })));
    expect(field(/^Team name/).value).toBe("Nova Two");
  });

  test("is dropped by Cancel", async () => {
    const { rerender } = render(dialogOf(team()));
    type(/^Description/, "We read water meters.");
    await press("Cancel");
    rerender(dialogOf(team(), false));
    rerender(dialogOf(team()));
    expect(field(/^Description/).value).toBe("");
  });

  test("comes back with the choice that belongs to it", async () => {
    const dialog = <RequestChange isOpen hasTeam onClose={() => {}} />;
    const first = render(dialog);
    fireEvent.click(field(/^Leave my team and join/));
    type(/^Invite code/, "ABC123");
    type(/^Why/, "My sister is there.");
    first.unmount();
    render(dialog);
    await press("Send the request");
    expect(calls).toEqual([
      [
        "changeRequests:send",
        { kind: "swap", reason: "My sister is there.", inviteCode: "ABC123" },
      ],
    ]);
  });

  test("of a report comes back ticked, and of a request to the one whom it is for", async () => {
    const buttons = (
      <>
        <HideButton target={"a" as never} name="Anu" />
        <AskButton target={"a" as never} label="Ask Anu" title="Ask Anu?" />
        <AskButton target={"b" as never} label="Ask Bela" title="Ask Bela?" />
      </>
    );
    const first = render(buttons);
    await press("Hide Anu");
    fireEvent.click(field(/^And tell the organisers/));
    type(/^What is wrong/, "She is rude.");
    await press("Ask Anu");
    type(/^Note/, "Join us!");
    first.unmount();
    render(buttons);
    await press("Ask Bela");
    expect(field(/^Note/).value).toBe("");
    await press("Ask Anu");
    expect(
      screen
        .getAllByLabelText<HTMLInputElement>(/^Note/)
        .map(({ value }) => value),
    ).toEqual(["Join us!", ""]);
    await press("Hide Anu");
    await press("Hide and report");
    expect(calls).toEqual([
      ["listings:report", { target: "a", reason: "She is rude." }],
    ]);
  });
});

test("a profile that is being changed outlasts a new load, with the skills that were chosen", async () => {
  const profile = {
    college: "IIT Delhi",
    graduationYear: null,
    skills: ["Rust"],
    about: "",
    links: { github: "", portfolio: "" },
  } as unknown as Profile;
  const first = render(<ProfileForm profile={profile} />);
  type(/^About you/, "I solder.");
  fireEvent.change(field(/^Skills/), { target: { value: "Go" } });
  await press("Add");
  await press("Take away Rust");
  const key = Object.keys(localStorage).find((name) => name.includes("typed"));
  await expect.poll(() => localStorage.getItem(key ?? "")).toContain('"Go\\n"');
  first.unmount();
  render(<ProfileForm profile={{ ...profile, college: "IIT Bombay" }} />);
  await press("Save profile");
  expect(calls).toMatchObject([
    [
      "users:update",
      { college: "IIT Bombay", about: "I solder.", skills: ["Go"] },
    ],
  ]);
});

describe("in another tab", () => {
  /** What this tab is told when another one writes what is kept. */
  function write(change: (kept: { data: object | null }) => void) {
    const key = Object.keys(localStorage).find((it) => it.includes("typed"));
    const oldValue = localStorage.getItem(key ?? "");
    const kept = JSON.parse(oldValue ?? "{}") as { data: object | null };
    change(kept);
    const newValue = JSON.stringify(kept);
    localStorage.setItem(key ?? "", newValue);
    const facts = { key, oldValue, newValue, storageArea: localStorage };
    act(() => {
      window.dispatchEvent(Object.assign(new Event("storage"), facts));
    });
  }

  test("a draft goes on, and is over once it is sent: nobody publishes it twice", () => {
    const shown = render(<Announcements />, { wrapper: MemoryRouter });
    type(/^Title/, "Dinner");
    type(/^Text/, "In the main hall.");
    write((kept) => {
      kept.data = { ...kept.data, body: "In the yard." };
    });
    expect(field(/^Text/).value).toBe("In the yard.");
    write((kept) => {
      kept.data = null;
    });
    expect(field(/^Title/).value).toBe("");
    expect(field(/^Text/).value).toBe("");
    shown.unmount();
    render(<Announcements />, { wrapper: MemoryRouter });
    expect(field(/^Title/).value).toBe("");
  });

  test("what was typed there, and not here, is neither replaced nor forgotten", async () => {
    render(<Announcements />, { wrapper: MemoryRouter });
    type(/^Title/, "Dinner");
    type(/^Text/, "In the main hall.");
    const key = Object.keys(localStorage).find((it) => it.includes("typed"));
    const other = JSON.stringify({ data: { title: "Tea" } });
    localStorage.setItem(key ?? "", other);
    act(() => {
      const facts = { key, oldValue: null, storageArea: localStorage };
      window.dispatchEvent(Object.assign(new Event("storage"), facts));
    });
    expect(field(/^Title/).value).toBe("Dinner");
    await press("Publish");
    expect(localStorage.getItem(key ?? "")).toBe(other);
  });
});

describe("an edit of an announcement", () => {
  const tea = {
    _id: "1",
    title: "Tea",
    body: "At four.",
    pinned: false,
    publishAt: 1,
    author: "A",
  };
  const shown = () => render(<Announcements />, { wrapper: MemoryRouter });

  test("is open again after a new load, over what others have changed in other fields", async () => {
    answer({ "announcements:all": [tea] });
    const first = shown();
    await press("Edit Tea");
    const [, title] = screen.getAllByLabelText("Title");
    fireEvent.input(title as Element, { target: { value: "Tea and cake" } });
    first.unmount();
    answer({ "announcements:all": [{ ...tea, body: "At five." }] });
    shown();
    const form = screen.getByRole("form", { name: "Edit announcement" });
    const text = form.querySelector("textarea");
    expect(text?.value).toBe("At five.");
    await press("Save");
    expect(calls).toMatchObject([
      ["announcements:edit", { title: "Tea and cake", body: "At five." }],
    ]);
    expect(screen.queryByRole("form", { name: /^Edit/ })).toBeNull();
  });

  test("in which nothing was typed is closed after a new load", async () => {
    answer({ "announcements:all": [tea] });
    const first = shown();
    await press("Edit Tea");
    first.unmount();
    shown();
    expect(screen.queryByRole("form", { name: /^Edit/ })).toBeNull();
  });

  test("whose announcement was removed meanwhile is open again, too", async () => {
    answer({ "announcements:all": [tea] });
    const first = shown();
    await press("Edit Tea");
    const [, title] = screen.getAllByLabelText("Title");
    fireEvent.input(title as Element, { target: { value: "Tea and cake" } });
    first.unmount();
    answer({ "announcements:all": [] });
    shown();
    const [, again] = screen.getAllByLabelText<HTMLInputElement>("Title");
    expect(again?.value).toBe("Tea and cake");
  });
});
