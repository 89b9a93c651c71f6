import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { publish } from "../../src/lib/session/session-store";
import { Component } from "../../src/routes/account/route";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen, within } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
beforeEach(() => resetDeployment());

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

function open(me: typeof tara, hash = "") {
  answer({ "users:me": me });
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={{ setIsLeaving: () => {} }} />,
        children: [{ path: "/account", Component }],
      },
    ],
    { initialEntries: [`/account${hash}`] },
  );
  render(<RouterProvider router={router} />);
}

const rows = () =>
  screen.getAllByRole<HTMLDetailsElement>("group").map((row) => ({
    title: within(row).getByRole("heading", { level: 2 }).textContent,
    value: row.querySelector("bdi")?.textContent,
    isOpen: row.open,
  }));

test("the page is folded rows with what they hold, and an address opens one", () => {
  const told = {
    college: "NSUT",
    graduationYear: 2026,
    skills: ["Rust", "Go"],
  };
  open({ ...tara, ...told }, "#password");
  expect(rows()).toEqual([
    { title: "Name", value: "Tara Roy", isOpen: false },
    { title: "Profile", value: "NSUT · 2026 · Rust, Go", isOpen: false },
    { title: "Password", value: "Change it by email", isOpen: true },
    { title: "Mail", value: "Everything", isOpen: false },
    { title: "This device", value: "Not in this browser", isOpen: false },
    { title: "Your data", value: "One file", isOpen: false },
    { title: "Delete account", value: "For good", isOpen: false },
  ]);
});

test("a judge has a profile only if there is something in it", () => {
  open({ ...tara, role: "judge" });
  expect(rows().map(({ title }) => title)).not.toContain("Profile");
});

test("a name that is missing is refused at its field, and what is typed survives folding", async () => {
  open(tara, "#name");
  const name = screen.getByLabelText<HTMLInputElement>("Display name");
  fireEvent.input(name, { target: { value: "  " } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await screen.findByText("Name is required");
  fireEvent.click(screen.getByRole("heading", { name: "Name" }));
  expect(name.value).toBe("  ");
  expect(calls).toEqual([]);
});

test("a profile is refused where it is wrong, and takes skills that are typed but not added", async () => {
  open({ ...tara, skills: ["Go"] }, "#profile");
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () =>
    fireEvent.click(screen.getByRole("button", { name: "Save profile" }));
  fill(/College/, "NSUT Delhi");
  fill(/Year/, "soon");
  fill(/^Skills/, "React");
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  fill(/^Skills/, "Soldering");
  const takeAway = screen.getByRole("button", { name: "Take away Go" });
  takeAway.focus();
  fireEvent.click(takeAway);
  // The focus stays at the field: from the page as a whole a keyboard begins at its top.
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  fill(/GitHub/, "github.com/tara-roy");
  save();
  await screen.findByText("Enter a year from 1980 to 2040.");
  expect(document.activeElement).toBe(screen.getByLabelText(/Year/));
  fill(/Year/, "2026");
  save();
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls).toEqual([
    [
      "users:update",
      {
        college: "NSUT Delhi",
        graduationYear: 2026,
        skills: ["React", "Soldering"],
        about: "",
        links: { github: "https://github.com/tara-roy", portfolio: "" },
      },
    ],
  ]);
});

test("what was saved here follows what is saved on another device", async () => {
  open(tara, "#profile");
  const college = screen.getByLabelText<HTMLInputElement>(/College/);
  fireEvent.change(college, { target: { value: "NSUT Delhi" } });
  fireEvent.click(screen.getByRole("button", { name: "Save profile" }));
  await expect.poll(() => calls).toHaveLength(1);
  answer({ "users:me": { ...tara, college: "NSUT Delhi" } });
  await expect.poll(() => college.value).toBe("NSUT Delhi");
  answer({ "users:me": { ...tara, college: "IIT Delhi" } });
  await expect.poll(() => college.value).toBe("IIT Delhi");
});

test("who deletes the account leaves nothing of theirs on the device", async () => {
  const signOut = vi.fn(async () => {});
  const actions = {
    signIn: async () => ({ signingIn: false }),
    mayLeave: async () => true,
    signOut,
  };
  publish("signedIn", actions, { isConfirmed: true });
  localStorage.clear();
  // Of the outbox, the judge's drafts, the project's fields, and notes of who was here.
  for (const name of [
    "outbox:tara:k1",
    "judging tara",
    "project:p1:tara:name:t1",
  ])
    localStorage.setItem(name, "{}");
  localStorage.setItem("announcementsOnDevice", "tara");
  localStorage.setItem("outbox:bela:k2", "{}");
  localStorage.setItem("announcementsSeen", "[]");
  open(tara, "#delete");
  fireEvent.click(screen.getByRole("button", { name: "Delete account" }));
  fireEvent.input(screen.getByLabelText(/DELETE/), {
    target: { value: "DELETE" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Delete for good" }));
  await expect.poll(() => signOut.mock.calls).toHaveLength(1);
  expect(Object.keys(localStorage).sort()).toEqual([
    "announcementsSeen",
    "outbox:bela:k2",
  ]);
});
