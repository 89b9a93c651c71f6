/** Two organisers at one remote, and what they do to results that the other one changes. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Remote } from "#convex/judging/shared/ceremony";
import type { JudgingProgress, Results } from "#convex/judging/shared/judging";
import { Ceremony } from "../../src/routes/organiser/judging/ceremony";
import { Ending } from "../../src/routes/organiser/judging/ending";
import { Results as ResultsStep } from "../../src/routes/organiser/judging/results";
import { RubricForm } from "../../src/routes/organiser/judging/rubric";
import { DEFAULT_CRITERIA } from "#convex/judging/shared/judging";
import { answered } from "./answered";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

const award = (id: string, projectName: string, sentence = "") => ({
  award: id,
  sentence,
  winners: [{ projectName, teamName: `Team ${projectName}` }],
});
const remote = (fields: Partial<Remote> = {}): Remote => ({
  _id: "c1" as Remote["_id"],
  isBlank: false,
  isRehearsal: false,
  step: 1,
  awards: [award("best-freshers", "Kite"), award("first-place", "Wren")],
  last: null,
  ...fields,
});
const progress = (fields: Partial<JudgingProgress> = {}): JudgingProgress => ({
  perProject: 1,
  closedAt: 1,
  publishedAt: null,
  scored: 2,
  total: 2,
  judges: [],
  projects: [],
  ...fields,
});
const won = (id: string, name: string, teamName = `Team ${name}`) => ({
  award: id,
  projectId: name,
  projectName: name,
  teamId: null,
  teamName,
  isTied: false,
});
const row = (name: string) => ({ _id: name, name, teamName: `Team ${name}` });
const results = (fields: object = {}) =>
  ({
    publishedAt: null,
    awards: [won("first-place", "Wren"), won("best-freshers", "Kite")],
    projects: ["Wren", "Kite", "Moth"].map((name) => ({
      ...row(name),
      table: "",
      tracks: [],
      scorecards: 1,
      fair: 4,
      raw: 4,
      rank: 1,
      rawRank: 1,
      isTied: false,
      bestRank: 1,
      worstRank: 1,
    })),
    judges: [],
    closeCalls: [],
    ...fields,
  }) as unknown as Results;

const button = (name: string | RegExp) =>
  screen.getByRole<HTMLButtonElement>("button", { name });
const rests = (name: string | RegExp) =>
  button(name).getAttribute("aria-disabled") === "true";
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(button(name)));
const dialog = () => within(screen.getByRole("dialog"));
const answerIn = (name: string) =>
  act(async () => void fireEvent.click(dialog().getByRole("button", { name })));

beforeEach(() => {
  // The deployment's clock.
  vi.stubGlobal("fetch", async () => answered(1));
  // happy-dom has no modal dialogs.
  vi.spyOn(HTMLDialogElement.prototype, "showModal").mockImplementation(
    function (this: HTMLDialogElement) {
      this.open = true;
    },
  );
});

test("after somebody else's step the keys rest for four seconds and say who made it, but for an empty stage", async () => {
  vi.useFakeTimers();
  resetDeployment();
  const show = (ceremony: Remote) => (
    <Ceremony ceremony={ceremony} progress={progress()} />
  );
  const { rerender } = render(show(remote()));
  vi.advanceTimersByTime(5_000);
  await press(/^Reveal Best Freshers/);
  expect(calls).toMatchObject([
    ["ceremony:move", { from: 1, isBack: false, page: expect.any(String) }],
  ]);
  const [, own] = calls[0] as [string, { page: string }];
  const step = (page: string, at: number) => ({
    at,
    by: "Asha",
    page,
    did: "revealed Kite",
  });
  // One's own step rests for a moment, and says nothing.
  rerender(show(remote({ step: 2, last: step(own.page, 1) })));
  expect(screen.queryByText(/has just/)).toBeNull();
  rerender(show(remote({ step: 1, last: step(own.page, 2) })));
  rerender(show(remote({ step: 2, last: step("another", 3) })));
  expect(screen.getByText("Asha has just revealed Kite.")).toBeTruthy();
  expect([rests("Back"), rests(/^Reveal/), rests("Blank")]).toEqual([
    true,
    true,
    false,
  ]);
  await press(/^Reveal 1st place/);
  expect(calls).toHaveLength(1);
  await press("Blank");
  expect(calls[1]).toMatchObject(["ceremony:setBlank", { isBlank: true }]);
  await act(() => vi.advanceTimersByTimeAsync(3_999));
  expect(rests(/^Reveal/)).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([rests(/^Reveal/), screen.queryByText(/has just/)]).toEqual([
    false,
    null,
  ]);
  await press(/^Reveal 1st place/);
  expect(calls[2]).toMatchObject(["ceremony:move", { from: 2 }]);
});

test("a stage is cleared at the step that was seen when it was asked", async () => {
  resetDeployment();
  const show = (step: number) => (
    <Ceremony ceremony={remote({ step })} progress={progress()} />
  );
  const { rerender } = render(show(1));
  await press("Take it back");
  expect(
    dialog().getByText(/^0 of 2 awards are revealed in the hall now\./),
  ).toBeTruthy();
  rerender(show(3));
  expect(dialog().getByText(/^0 of 2 awards/)).toBeTruthy();
  await answerIn("Take it back");
  expect(calls).toEqual([["ceremony:end", { id: "c1", from: 1 }]]);
});

test("a sentence is saved over the one that was there when it was begun, and over another one after a refusal", async () => {
  resetDeployment({ "judging:results": results() });
  const show = (sentence: string) => (
    <Ceremony
      ceremony={remote({
        step: 0,
        awards: [award("first-place", "Wren", sentence)],
      })}
      progress={progress()}
    />
  );
  const { rerender } = render(show("It flies."));
  const field = screen.getByLabelText(/^Sentence for 1st place/);
  fireEvent.input(field, { target: { value: "It sings." } });
  rerender(show("It swims."));
  await press("Save");
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.[1]).toEqual({
    award: "first-place",
    sentence: "It sings.",
    seen: "“It flies.”, for Wren",
  });
  await press("Save");
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.[1]).toMatchObject({ seen: "“It swims.”, for Wren" });
});

test("what is staged again is what was shown, and sentences of other winners are asked about", async () => {
  resetDeployment({ "judging:results": results() });
  render(
    <Ceremony
      ceremony={remote({
        step: 0,
        awards: [
          award("best-freshers", "Kite", "Stays."),
          award("first-place", "Moth", "Goes."),
        ],
      })}
      progress={progress()}
    />,
  );
  await press("Stage again");
  expect(
    dialog().getByText("1 sentence will be lost: the winners are others now."),
  ).toBeTruthy();
  await answerIn("Stage again");
  expect(calls).toEqual([
    [
      "ceremony:stage",
      { seen: ["best-freshers: Kite", "first-place: Wren"], losing: 1 },
    ],
  ]);
});

const showResults = (publishedAt: number | null) =>
  render(
    <MemoryRouter>
      <ResultsStep progress={progress({ publishedAt })} />
    </MemoryRouter>,
  );

test("what is published is what the question named, also if the results change behind it", async () => {
  resetDeployment({
    "judging:results": results(),
    "ceremony:remote": null,
    "organiser:overview": { registered: 240 },
  });
  showResults(null);
  await act(async () => {});
  await press("Publish the results");
  const words =
    /on 240 dashboards, .*: 1st place: Wren; Best Freshers: Kite\. No score/;
  expect(dialog().getByText(words)).toBeTruthy();
  answer({
    "judging:results": results({ awards: [won("first-place", "Moth")] }),
  });
  expect(dialog().getByText(words)).toBeTruthy();
  await answerIn("Publish for everyone");
  expect(calls).toEqual([
    ["judging:publish", { seen: ["best-freshers: Kite", "first-place: Wren"] }],
  ]);
});

test("with something staged, that is what the results' button publishes", async () => {
  resetDeployment({
    "judging:results": results(),
    "ceremony:remote": remote({ awards: [award("first-place", "Moth")] }),
  });
  showResults(null);
  await press("Publish the results");
  await answerIn("Publish for everyone");
  expect(calls).toEqual([["judging:publish", { seen: ["first-place: Moth"] }]]);
});

test("an award is corrected with a reason, from who had it when that was asked, and put back", async () => {
  const corrections = [{ award: "best-freshers", at: 5, reason: "Not new." }];
  resetDeployment({
    "judging:results": results({ publishedAt: 1, corrections }),
    "organiser:overview": { registered: 240 },
  });
  responses["judging:correct"] = async () => {
    throw new Error("no line");
  };
  showResults(1);
  await act(async () => {});
  expect(
    screen.getByText(/^Corrected on 1 January 1970/).textContent,
  ).toContain("Not new.");
  await press("Correct 1st place");
  const choose = (label: string, value: string) =>
    fireEvent.change(dialog().getByLabelText(label), { target: { value } });
  expect(dialog().getByLabelText<HTMLSelectElement>("Given to").value).toBe(
    "Wren",
  );
  choose("Given to", "Kite");
  choose("Shared with", "Moth");
  fireEvent.change(dialog().getByLabelText("Reason, which everyone reads"), {
    target: { value: "Swapped." },
  });
  expect(
    dialog().getByText(
      /^Wren \(Team Wren\) will lose it\. Kite \(Team Kite\) will get it\. Moth \(Team Moth\) will get it\. Kite has Best Freshers, too\. At once everyone sees it as corrected, with your reason, on 240 dashboards/,
    ),
  ).toBeTruthy();
  answer({
    "judging:results": results({
      publishedAt: 1,
      awards: [won("first-place", "Moth")],
    }),
  });
  await answerIn("Correct for everyone");
  expect(calls).toEqual([
    [
      "judging:correct",
      {
        award: "first-place",
        projectIds: ["Kite", "Moth"],
        seen: ["Wren"],
        reason: "Swapped.",
      },
    ],
  ]);
  // What was not sent, and why, stays.
  expect(dialog().getByText("Failed to correct the award")).toBeTruthy();
  expect(
    dialog().getByLabelText<HTMLInputElement>("Reason, which everyone reads")
      .value,
  ).toBe("Swapped.");
});

test("a correction that was closed half written comes back whole, whoever has the award by then", async () => {
  resetDeployment({ "judging:results": results({ publishedAt: 1 }) });
  showResults(1);
  await press("Correct 1st place");
  fireEvent.change(dialog().getByLabelText("Given to"), {
    target: { value: "Kite" },
  });
  fireEvent.change(dialog().getByLabelText(/^Reason/u), {
    target: { value: "Counted again." },
  });
  await answerIn("Cancel");
  const awards = [won("first-place", "Moth")];
  answer({ "judging:results": results({ publishedAt: 1, awards }) });
  await press("Correct 1st place");
  dialog().getByText(/^Moth .* will lose it\. Kite .* will get it\./u);
  await answerIn("Correct for everyone");
  expect(calls.at(-1)?.[1]).toEqual({
    award: "first-place",
    projectIds: ["Kite"],
    seen: ["Moth"],
    reason: "Counted again.",
  });
});

test.each([
  ["nothing staged", null, /close it again\.$/u],
  [
    "a sentence",
    remote({ awards: [award("first-place", "Wren", "They listened.")] }),
    /given up, with 1 sentence and 0 orders/u,
  ],
])("reopening judging says what is given up: %s", async (_, staged, words) => {
  resetDeployment({ "ceremony:remote": staged });
  render(<Ending progress={progress()} />);
  await press("Reopen judging");
  expect(dialog().getByText(words)).toBeTruthy();
});

test("a correction is put back after a question, and an award that nobody has can be given", async () => {
  const corrections = [{ award: "second-place", at: 5, reason: "Not new." }];
  resetDeployment({
    "judging:results": results({ publishedAt: 1, corrections }),
  });
  showResults(1);
  await press("Put 2nd place back");
  await answerIn("Put it back for everyone");
  expect(calls).toEqual([
    ["judging:putBack", { award: "second-place", at: 5 }],
  ]);
  expect(
    screen.queryByRole("button", { name: "Put 1st place back" }),
  ).toBeNull();
  expect(button("Correct All Girls Team")).toBeTruthy();
});

test("a rubric that somebody else has saved is not replaced before it was looked at", async () => {
  resetDeployment();
  const heavier = DEFAULT_CRITERIA.map((it) => ({ ...it, weight: 2 }));
  const { rerender } = render(<RubricForm saved={DEFAULT_CRITERIA} />);
  const weight = screen.getAllByLabelText("Weight")[0];
  if (weight === undefined) throw new Error("no field");
  fireEvent.change(weight, { target: { value: "5" } });
  rerender(<RubricForm saved={heavier} />);
  await press("Save the rubric");
  expect(calls[0]?.[1]).toMatchObject({ seen: DEFAULT_CRITERIA });
  await press("Save the rubric");
  expect(calls[1]?.[1]).toMatchObject({
    seen: heavier,
    criteria: [{ weight: 5 }, {}, {}, {}],
  });
});
