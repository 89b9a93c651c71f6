import type { ReactNode } from "react";
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
import { answer, calls, responses, signIn } from "./deployment";
import { act, field, fill, fireEvent, open } from "./rendering";
import { press, screen, tick, within } from "./rendering";

beforeEach(() => {
  forgetKept();
  vi.stubGlobal("fetch", async () => new Response(`${Date.now()}`));
  signIn("asha");
  answer({ "announcements:all": [], "announcements:reach": undefined });
});

/** The page that is open, and a new load of it. */
let page: ReturnType<typeof open> | undefined;
function load(what: ReactNode) {
  page?.unmount();
  page = open(what);
}

test("a team that is being founded outlasts another tab and a new load, and ends when it is founded", async () => {
  load(<CreateTeamForm />);
  fill(/^Team name/, "Nova");
  fill(/^Description/, "We read water meters.");
  expect(isTyped()).toBe(false);
  load(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("Nova");
  responses["teams:create"] = async () => Promise.reject(new Error());
  await press("Create Team");
  load(<CreateTeamForm />);
  delete responses["teams:create"];
  await press("Create Team");
  const team = { name: "Nova", description: "We read water meters." };
  expect(calls.map(([, args]) => args)).toEqual([team, team]);
  load(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
});

test("what is typed ends with the session, and nobody else on the device reads it", () => {
  load(<CreateTeamForm />);
  fill(/^Team name/, "Nova");
  page?.unmount();
  signIn("ravi");
  load(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
  page?.unmount();
  forgetKept();
  signIn("asha");
  load(<CreateTeamForm />);
  expect(field(/^Team name/).value).toBe("");
});

const dinner = { title: "Dinner", body: "In the main hall." };
function announceDinner() {
  load(<Announcements />);
  fill(/^Title/, dinner.title);
  fill(/^Text/, dinner.body);
}

test("an announcement that is being written comes back as it was: ticked, for later, and in the preview", async () => {
  announceDinner();
  tick(/^Pin it/);
  tick(/^At a time/);
  fill(/^Date and time/, "2099-05-30T19:00");
  load(<Announcements />);
  const preview = screen.getByRole("region", { name: "Preview" });
  expect(preview.textContent).toContain("In the main hall.");
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  await press("Schedule");
  const sent = {
    ...dinner,
    pinned: true,
    pinnedUntil: null,
    important: false,
    toPhones: false,
    publishAt: Date.parse("2099-05-30T19:00+05:30"),
  };
  expect(calls).toEqual([["announcements:add", sent]]);
});

describe("a half-written text in a dialog", () => {
  const description = "We read water meters.";
  const dialogOf = (changes: Partial<TeamView> = {}, isOpen = true) => {
    const team = { _id: "t", name: "Nova", description: "", ...changes };
    return (
      <EditTeam team={team as TeamView} isOpen={isOpen} onClose={() => {}} />
    );
  };
  const again = (changes: Partial<TeamView> = {}) => {
    page?.show(dialogOf({}, false));
    page?.show(dialogOf(changes));
  };
  const renamed = { name: "Nova Two" };
  const write = () => {
    load(dialogOf());
    fill(/^Description/, description);
  };

  test("is there again after Escape, and takes back nothing that others have changed since", async () => {
    write();
    again(renamed);
    expect(field(/^Team name/).value).toBe("Nova Two");
    expect(field(/^Description/).value).toBe(description);
    await press("Save");
    const seen = { ...renamed, description: "" };
    const sent = { ...renamed, description, seen };
    expect(calls).toEqual([["teams:edit", sent]]);
    again();
    expect(field(/^Description/).value).toBe("");
  });

  test("follows a name that an organiser changes while it is open", () => {
    write();
    page?.show(dialogOf(renamed));
    expect(field(/^Team name/).value).toBe("Nova Two");
  });

  test("is dropped by Cancel", async () => {
    write();
    await press("Cancel");
    again();
    expect(field(/^Description/).value).toBe("");
  });

  test("comes back with the choice that belongs to it", async () => {
    const dialog = <RequestChange isOpen hasTeam onClose={() => {}} />;
    load(dialog);
    tick(/^Leave my team and join/);
    fill(/^Invite code/, "ABC123");
    fill(/^Why/, "My sister is there.");
    load(dialog);
    await press("Send the request");
    const reason = "My sister is there.";
    const sent = { kind: "swap", reason, inviteCode: "ABC123" };
    expect(calls).toEqual([["changeRequests:send", sent]]);
  });

  test("of a report comes back ticked, and of a request to the one whom it is for", async () => {
    const buttons = (
      <>
        <HideButton target={"a" as never} name="Anu" />
        <AskButton target={"a" as never} label="Ask Anu" title="Ask Anu?" />
        <AskButton target={"b" as never} label="Ask Bela" title="Ask Bela?" />
      </>
    );
    const notes = () =>
      screen.getAllByLabelText<HTMLInputElement>(/^Note/).map((it) => it.value);
    load(buttons);
    await press("Hide Anu");
    tick(/^And tell the organisers/);
    fill(/^What is wrong/, "She is rude.");
    await press("Ask Anu");
    fill(/^Note/, "Join us!");
    load(buttons);
    await press("Ask Bela");
    expect(notes()).toEqual([""]);
    await press("Ask Anu");
    expect(notes()).toEqual(["Join us!", ""]);
    await press("Hide Anu");
    await press("Hide and report");
    const sent = { target: "a", reason: "She is rude." };
    expect(calls).toEqual([["listings:report", sent]]);
  });
});

const keptKey = () =>
  Object.keys(localStorage).find((name) => name.includes("typed")) ?? "";

test("a profile that is being changed outlasts a new load, with the skills that were chosen", async () => {
  const links = { github: "", portfolio: "" };
  const more = { graduationYear: null, skills: ["Rust"], about: "", links };
  const profileOf = (college: string) => ({ ...more, college }) as never;
  const form = (profile: Profile) => <ProfileForm profile={profile} />;
  load(form(profileOf("IIT Delhi")));
  fill(/^About you/, "I solder.");
  fill(/^Skills/, "Go");
  await press("Add");
  await press("Take away Rust");
  await expect.poll(() => localStorage.getItem(keptKey())).toContain('"Go\\n"');
  load(form(profileOf("IIT Bombay")));
  await press("Save profile");
  const sent = { college: "IIT Bombay", about: "I solder.", skills: ["Go"] };
  expect(calls).toMatchObject([["users:update", sent]]);
});

describe("in another tab", () => {
  type Kept = { data: object | null };
  /** What this tab is told when another one writes what is kept. */
  function write(change: (kept: Kept) => void, isTold = true) {
    const key = keptKey();
    const oldValue = localStorage.getItem(key);
    const kept = JSON.parse(oldValue ?? "{}") as Kept;
    change(kept);
    const newValue = JSON.stringify(kept);
    localStorage.setItem(key, newValue);
    const told = isTold ? { oldValue, newValue } : { oldValue: null };
    const facts = { key, ...told, storageArea: localStorage };
    act(() => {
      window.dispatchEvent(Object.assign(new Event("storage"), facts));
    });
    return newValue;
  }

  test("a draft goes on, and is over once it is sent: nobody publishes it twice", () => {
    announceDinner();
    write((kept) => (kept.data = { ...kept.data, body: "In the yard." }));
    expect(field(/^Text/).value).toBe("In the yard.");
    write((kept) => (kept.data = null));
    expect(field(/^Title/).value).toBe("");
    expect(field(/^Text/).value).toBe("");
    load(<Announcements />);
    expect(field(/^Title/).value).toBe("");
  });

  test("what was typed there, and not here, is neither replaced nor forgotten", async () => {
    announceDinner();
    const other = write((kept) => (kept.data = { title: "Tea" }), false);
    expect(field(/^Title/).value).toBe("Dinner");
    await press("Publish");
    expect(localStorage.getItem(keptKey())).toBe(other);
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
  const edit = async () => {
    answer({ "announcements:all": [tea] });
    load(<Announcements />);
    await press("Edit Tea");
  };
  /** Others have left these rows when the page is loaded anew. */
  const loadWith = (...rows: (typeof tea)[]) => {
    page?.unmount();
    answer({ "announcements:all": rows });
    load(<Announcements />);
  };
  const isOpen = () => screen.queryByRole("form", { name: /^Edit/ }) !== null;
  const title = () =>
    screen.getAllByLabelText<HTMLInputElement>("Title")[1] as HTMLInputElement;
  const addCake = () =>
    fireEvent.input(title(), { target: { value: "Tea and cake" } });

  test("is open again after a new load, over what others have changed in other fields", async () => {
    await edit();
    addCake();
    loadWith({ ...tea, body: "At five." });
    const name = "Edit announcement";
    const form = within(screen.getByRole("form", { name }));
    expect(field(/^Text/, form).value).toBe("At five.");
    await press("Save");
    const sent = { title: "Tea and cake", body: "At five." };
    expect(calls).toMatchObject([["announcements:edit", sent]]);
    expect(isOpen()).toBe(false);
  });

  test("in which nothing was typed is closed after a new load", async () => {
    await edit();
    loadWith(tea);
    expect(isOpen()).toBe(false);
  });

  test("whose announcement was removed meanwhile is open again, too", async () => {
    await edit();
    addCake();
    loadWith();
    expect(title().value).toBe("Tea and cake");
  });
});
