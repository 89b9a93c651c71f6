import { expect, test, vi } from "vitest";
import { publish } from "../../src/lib/session/session-store";
import { Component as Account } from "../../src/routes/account/route";
import { answer, calls } from "./deployment";
import { button, click, field, fill, fireEvent, open } from "./rendering";
import { screen, within } from "./rendering";

const tara = {
  _id: "tara",
  role: "participant",
  displayName: "Tara Roy",
  email: "tara@example.in",
  createdAt: 0,
  teamId: null,
  teamRole: null,
  isProfileComplete: false,
  college: "",
  graduationYear: null as number | null,
  skills: [] as string[],
  about: "",
  links: { github: "", portfolio: "" },
  mailOff: [],
};

function show(me: typeof tara, hash = "") {
  answer({ "users:me": me });
  open(<Account />, { initialEntries: [`/account${hash}`] });
}

const rows = () =>
  screen.getAllByRole<HTMLDetailsElement>("group").map((row) => {
    const { textContent } = within(row).getByRole("heading", { level: 2 });
    return [textContent, row.querySelector("bdi")?.textContent, row.open];
  });

test("the page is folded rows with what they hold, and an address opens one", () => {
  const told = { graduationYear: 2026, skills: ["Rust", "Go"] };
  show({ ...tara, college: "NSUT", ...told }, "#password");
  expect(rows()).toEqual([
    ["Name", "Tara Roy", false],
    ["Profile", "NSUT · 2026 · Rust, Go", false],
    ["Password", "Change it by email", true],
    ["Mail", "Everything", false],
    ["This device", "Not in this browser", false],
    ["Your data", "One file", false],
    ["Delete account", "For good", false],
  ]);
});

test("a judge has a profile only if there is something in it", () => {
  show({ ...tara, role: "judge" });
  expect(rows().map(([title]) => title)).not.toContain("Profile");
});

test("a name that is missing is refused at its field, and what is typed survives folding", async () => {
  show(tara, "#name");
  fill("Display name", "  ");
  click("Save name");
  await screen.findByText("Name is required");
  fireEvent.click(screen.getByRole("heading", { name: "Name" }));
  expect(field("Display name").value).toBe("  ");
  expect(calls).toEqual([]);
});

test("a profile is refused where it is wrong, and takes skills that are typed but not added", async () => {
  show({ ...tara, skills: ["Go"] }, "#profile");
  fill(/College/, "NSUT Delhi");
  fill(/Year/, "soon");
  fill(/^Skills/, "React");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  fill(/^Skills/, "Soldering");
  button("Take away Go").focus();
  click("Take away Go");
  // The focus stays at the field: from the page as a whole a keyboard begins at its top.
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  fill(/GitHub/, "github.com/tara-roy");
  click("Save profile");
  await screen.findByText("Enter a year from 1980 to 2040.");
  expect(document.activeElement).toBe(field(/Year/));
  fill(/Year/, "2026");
  click("Save profile");
  await expect.poll(() => calls).toHaveLength(1);
  const profile = {
    college: "NSUT Delhi",
    graduationYear: 2026,
    skills: ["React", "Soldering"],
    about: "",
    links: { github: "https://github.com/tara-roy", portfolio: "" },
  };
  expect(calls).toEqual([["users:update", profile]]);
});

test("what was saved here follows what is saved on another device", async () => {
  show(tara, "#profile");
  fill(/College/, "NSUT Delhi");
  click("Save profile");
  await expect.poll(() => calls).toHaveLength(1);
  for (const college of ["NSUT Delhi", "IIT Delhi"]) {
    answer({ "users:me": { ...tara, college } });
    await expect.poll(() => field(/College/).value).toBe(college);
  }
});

test("who deletes the account leaves nothing of theirs on the device", async () => {
  const signOut = vi.fn(async () => {});
  const signIn = async () => ({ signingIn: false });
  const actions = { signIn, mayLeave: async () => true, signOut };
  publish("signedIn", actions, { isConfirmed: true });
  const others = { announcementsSeen: "[]", "outbox:bela:k2": "{}" };
  for (const [name, kept] of Object.entries({
    // Of the outbox, the judge's drafts, the project's fields, and notes of who was here.
    "outbox:tara:k1": "{}",
    "judging tara": "{}",
    "project:p1:tara:name:t1": "{}",
    announcementsOnDevice: "tara",
    ...others,
  }))
    localStorage.setItem(name, kept);
  show(tara, "#delete");
  click("Delete account");
  fill(/DELETE/, "DELETE");
  click("Delete for good");
  await expect.poll(() => signOut.mock.calls).toHaveLength(1);
  expect(Object.keys(localStorage).sort()).toEqual(Object.keys(others));
});
