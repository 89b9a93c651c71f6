import { getFunctionName, type FunctionReference } from "convex/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Component } from "../../src/routes/account/route";
import { fireEvent, render, screen, within } from "./rendering";

const deployment = vi.hoisted(() => ({
  me: {},
  calls: [] as [name: string, args: unknown][],
}));
vi.mock("convex/react", async (original) => ({
  ...(await original<typeof import("convex/react")>()),
  useConvex: () => ({}),
  useQuery_experimental: ({
    query,
  }: {
    query: FunctionReference<"query">;
  }) => ({
    status: "success",
    data: getFunctionName(query) === "users:me" ? deployment.me : null,
  }),
  useMutation: (mutation: FunctionReference<"mutation">) => {
    const call = async (args: unknown) => {
      deployment.calls.push([getFunctionName(mutation), args]);
    };
    return Object.assign(call, { withOptimisticUpdate: () => call });
  },
}));

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
  deployment.me = me;
  const router = createMemoryRouter([{ path: "/account", Component }], {
    initialEntries: [`/account${hash}`],
  });
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
  expect(deployment.calls).toEqual([]);
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
  fireEvent.click(screen.getByRole("button", { name: "Take away Go" }));
  fill(/GitHub/, "github.com/tara-roy");
  save();
  await screen.findByText("Enter a year from 1980 to 2040");
  expect(document.activeElement).toBe(screen.getByLabelText(/Year/));
  fill(/Year/, "2026");
  save();
  await expect.poll(() => deployment.calls).toHaveLength(1);
  expect(deployment.calls).toEqual([
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
