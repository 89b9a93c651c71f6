import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { ListedProject } from "#convex/shared/projects";
import { Projects } from "../../src/routes/organiser/projects/projects";
import { render, screen } from "./rendering";

/** The ids of all, and what is known of each; the others are on their way. */
const known = vi.hoisted(() => new Map<string, ListedProject | null | Error>());
const list = vi.hoisted(() => ({ projectIds: ["a", "b"], isComplete: true }));
vi.mock("convex/react", () => ({
  useQuery_experimental: ({ query }: { query: FunctionReference<"query"> }) =>
    getFunctionName(query) === "projects:list"
      ? { status: "success", data: list }
      : { status: "pending" },
  useQueries: (asked: object) =>
    Object.fromEntries(Object.keys(asked).map((id) => [id, known.get(id)])),
  useMutation: () => async () => {},
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
