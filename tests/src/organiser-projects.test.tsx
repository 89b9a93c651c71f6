import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { ListedProject } from "#convex/projects/shared/projects";
import { Projects } from "../../src/routes/organiser/projects/projects";
import { fireEvent, render, screen } from "./rendering";

/** The ids of all, and what is known of each; the others are on their way. */
const known = vi.hoisted(() => new Map<string, ListedProject | null | Error>());
const list = vi.hoisted(() => ({ projectIds: ["a", "b"], isComplete: true }));
const handInFor = vi.hoisted(() => vi.fn(async () => {}));
vi.mock("convex/react", () => ({
  useQuery_experimental: ({ query }: { query: FunctionReference<"query"> }) =>
    getFunctionName(query) === "projects:list"
      ? { status: "success", data: list }
      : { status: "pending" },
  useQueries: (asked: object) =>
    Object.fromEntries(Object.keys(asked).map((id) => [id, known.get(id)])),
  useMutation: () => handInFor,
}));
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));

const project = (_id: string, name: string) =>
  ({
    _id,
    name,
    teamName: "Owls",
    summary: "",
    repositoryUrl: "",
    demoUrl: "",
    videoUrl: "",
    status: "draft",
    missing: [],
    receipt: null,
    handedInAt: null,
    hasChanges: false,
    updatedAt: 0,
    updatedBy: "Asha",
  }) as unknown as ListedProject;

const page = () => (
  <MemoryRouter>
    <Projects />
  </MemoryRouter>
);
const names = () =>
  screen
    .queryAllByRole("rowheader")
    .map((row) => row.querySelector("strong")?.textContent);

test("the list is there once all projects are, and a new one joins what is shown", () => {
  known.set("a", project("a", "Radar"));
  const { rerender } = render(page());
  expect(names()).toEqual([]);
  known.set("b", project("b", "Lamp"));
  rerender(page());
  expect(names()).toEqual(["Radar", "Lamp"]);
  list.projectIds = ["a", "b", "c"];
  rerender(page());
  expect(names()).toEqual(["Radar", "Lamp"]);
  known.set("c", project("c", "Loom"));
  known.set("a", null);
  rerender(page());
  expect(names()).toEqual(["Lamp", "Loom"]);
  known.set("c", new Error("broken"));
  rerender(page());
  screen.getByText("Failed to load the projects");
});

test("whoever hands in for a team that has handed in is told what counts no longer, and replaces that", async () => {
  const receipt = 12_345_678;
  list.projectIds = ["d"];
  known.clear();
  known.set("d", {
    ...project("d", "Radar"),
    status: "handed_in",
    hasChanges: true,
    receipt,
    handedInAt: Date.parse("2025-06-29T09:00:00+05:30"),
    holds: ["2 pictures", "no tracks"],
  });
  render(page());
  fireEvent.click(screen.getByRole("button", { name: "Hand in Radar" }));
  screen.getByText(
    /the team handed in on .+9:00 AM.*, receipt 1234 5678, with 2 pictures, no tracks, counts no longer\.$/u,
  );
  const answer = { name: "Hand in for the team" };
  fireEvent.click(screen.getByRole("button", answer));
  await expect
    .poll(() => handInFor.mock.calls)
    .toEqual([[{ projectId: "d", seen: receipt }]]);
});
