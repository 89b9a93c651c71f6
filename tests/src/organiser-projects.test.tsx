import { expect, test } from "vitest";
import { Projects } from "../../src/routes/organiser/projects/projects";
import { answer, expectCalls } from "./deployment";
import { click, open, screen } from "./rendering";

/** The ids of all, and what is known of each by now. */
const list = (known: Record<string, object | null | undefined>) => ({
  "projects:list": { projectIds: Object.keys(known), isComplete: true },
  "projects:listed": ({ projectId }: { projectId: string }) => known[projectId],
});

const project = (_id: string, name: string) => ({
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
});

const names = () =>
  screen
    .queryAllByRole("rowheader")
    .map((row) => row.querySelector("strong")?.textContent);

test("the list is there once all projects are, and a new one joins what is shown", () => {
  const a = project("a", "Radar");
  const b = project("b", "Lamp");
  answer(list({ a, b: undefined }));
  open(<Projects />);
  expect(names()).toEqual([]);
  answer(list({ a, b }));
  expect(names()).toEqual(["Radar", "Lamp"]);
  answer(list({ a, b, c: undefined }));
  expect(names()).toEqual(["Radar", "Lamp"]);
  answer(list({ a: null, b, c: project("c", "Loom") }));
  expect(names()).toEqual(["Lamp", "Loom"]);
  answer(list({ a: null, b, c: new Error("broken") }));
  screen.getByText("Failed to load the projects");
});

test("whoever hands in for a team that has handed in is told what counts no longer, and replaces that", async () => {
  const d = {
    ...project("d", "Radar"),
    status: "handed_in",
    hasChanges: true,
    receipt: 12_345_678,
    handedInAt: Date.parse("2025-06-29T09:00:00+05:30"),
    holds: ["2 pictures", "no tracks"],
  };
  answer(list({ d }));
  open(<Projects />);
  click("Hand in Radar");
  screen.getByText(
    /the team handed in on .+9:00 AM.*, receipt 1234 5678, with 2 pictures, no tracks, counts no longer\.$/u,
  );
  click("Hand in for the team");
  const sent = { projectId: "d", seen: d.receipt };
  await expectCalls(["projects:handInFor", sent]);
});
