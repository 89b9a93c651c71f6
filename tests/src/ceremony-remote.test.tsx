/** Two organisers at one remote, and what they do to results that the other one changes. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Remote } from "#convex/judging/shared/ceremony";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import { DEFAULT_CRITERIA } from "#convex/judging/shared/judging";
import { TRACKS } from "#edition/tracks";
import { awardTitle } from "../../src/content/award-words";
import { Ceremony } from "../../src/routes/organiser/judging/ceremony";
import { Ending } from "../../src/routes/organiser/judging/ending";
import { Results } from "../../src/routes/organiser/judging/results";
import { RubricForm } from "../../src/routes/organiser/judging/rubric";
import { answered } from "./answered";
import { answer, calls, responses } from "./deployment";
import { act, button, field, fill, open, press, screen } from "./rendering";
import { fireEvent, within } from "./rendering";

const TITLE = awardTitle(TRACKS[0]);
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
  awards: [award(TRACKS[0], "Kite"), award("first-place", "Wren")],
  last: null,
  ...fields,
});
const progress = (publishedAt: number | null = null): JudgingProgress => ({
  perProject: 1,
  closedAt: 1,
  publishedAt,
  scored: 2,
  total: 2,
  judges: [],
  projects: [],
});
const won = (id: string, name: string) => ({
  award: id,
  projectId: name,
  projectName: name,
  teamId: null,
  teamName: `Team ${name}`,
  isTied: false,
});
const project = (name: string) => ({
  _id: name,
  name,
  teamName: `Team ${name}`,
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
});
const results = (fields: object = {}) => ({
  "judging:results": {
    publishedAt: null,
    awards: [won("first-place", "Wren"), won(TRACKS[0], "Kite")],
    projects: ["Wren", "Kite", "Moth"].map(project),
    judges: [],
    closeCalls: [],
    ...fields,
  },
});
const SEEN = [`${TRACKS[0]}: Kite`, "first-place: Wren"].toSorted();
const MOTH = [won("first-place", "Moth")];

const rests = (name: string | RegExp) =>
  button(name).getAttribute("aria-disabled") === "true";
const dialog = () => within(screen.getByRole("dialog"));
const answerIn = async (name: string) => press(name, dialog());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

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

const ceremony = (fields: Partial<Remote> = {}) => (
  <Ceremony ceremony={remote(fields)} progress={progress()} />
);

test("after somebody else's step the keys rest for four seconds and say who made it, but for an empty stage", async () => {
  vi.useFakeTimers();
  const { show } = open(ceremony());
  vi.advanceTimersByTime(5_000);
  await press(new RegExp(`^Reveal ${TITLE}`));
  const moved = { from: 1, isBack: false, page: expect.any(String) };
  expect(calls).toMatchObject([["ceremony:move", moved]]);
  const [, own] = calls[0] as [string, { page: string }];
  const stepOf = (page: string, at: number) => ({
    last: { at, by: "Asha", page, did: "revealed Kite" },
  });
  // One's own step rests for a moment, and says nothing.
  show(ceremony({ step: 2, ...stepOf(own.page, 1) }));
  expect(screen.queryByText(/has just/)).toBeNull();
  show(ceremony({ step: 1, ...stepOf(own.page, 2) }));
  show(ceremony({ step: 2, ...stepOf("another", 3) }));
  screen.getByText("Asha has just revealed Kite.");
  const keys = ["Back", /^Reveal/, "Blank"].map(rests);
  expect(keys).toEqual([true, true, false]);
  await press(/^Reveal 1st place/);
  expect(calls).toHaveLength(1);
  await press("Blank");
  expect(calls[1]).toMatchObject(["ceremony:setBlank", { isBlank: true }]);
  await pass(3_999);
  expect(rests(/^Reveal/)).toBe(true);
  await pass(1);
  expect(rests(/^Reveal/)).toBe(false);
  expect(screen.queryByText(/has just/)).toBeNull();
  await press(/^Reveal 1st place/);
  expect(calls[2]).toMatchObject(["ceremony:move", { from: 2 }]);
});

test("a stage is cleared at the step that was seen when it was asked", async () => {
  const { show } = open(ceremony());
  await press("Take it back");
  dialog().getByText(/^0 of 2 awards are revealed in the hall now\./);
  show(ceremony({ step: 3 }));
  dialog().getByText(/^0 of 2 awards/);
  await answerIn("Take it back");
  expect(calls).toEqual([["ceremony:end", { id: "c1", from: 1 }]]);
});

test("a sentence is saved over the one that was there when it was begun, and over another one after a refusal", async () => {
  answer(results());
  const saying = (sentence: string) =>
    ceremony({ step: 0, awards: [award("first-place", "Wren", sentence)] });
  const { show } = open(saying("It flies."));
  fill(/^Sentence for 1st place/, "It sings.");
  show(saying("It swims."));
  await press("Save");
  await press("Save");
  const sent = { award: "first-place", sentence: "It sings." };
  expect(calls[0]?.[1]).toEqual({ ...sent, seen: "“It flies.”, for Wren" });
  expect(calls[1]?.[1]).toMatchObject({ seen: "“It swims.”, for Wren" });
});

test("what is staged again is what was shown, and sentences of other winners are asked about", async () => {
  answer(results());
  const kite = award(TRACKS[0], "Kite", "Stays.");
  const moth = award("first-place", "Moth", "Goes.");
  open(ceremony({ step: 0, awards: [kite, moth] }));
  await press("Stage again");
  dialog().getByText("1 sentence will be lost: the winners are others now.");
  await answerIn("Stage again");
  expect(calls).toEqual([["ceremony:stage", { seen: SEEN, losing: 1 }]]);
});

const showResults = (publishedAt: number | null) =>
  open(<Results progress={progress(publishedAt)} />);
const overview = { "organiser:overview": { registered: 31 } };

test("what is published is what the question named, also if the results change behind it", async () => {
  answer({ ...results(), ...overview });
  showResults(null);
  await act(async () => {});
  await press("Publish the results");
  const words = new RegExp(
    `on 31 dashboards, .*: 1st place: Wren; ${TITLE}: Kite\\. No score`,
  );
  dialog().getByText(words);
  answer(results({ awards: MOTH }));
  dialog().getByText(words);
  await answerIn("Publish for everyone");
  expect(calls).toEqual([["judging:publish", { seen: SEEN }]]);
});

test("with something staged, that is what the results' button publishes", async () => {
  const staged = remote({ awards: [award("first-place", "Moth")] });
  answer({ ...results(), "ceremony:remote": staged });
  showResults(null);
  await press("Publish the results");
  await answerIn("Publish for everyone");
  expect(calls).toEqual([["judging:publish", { seen: ["first-place: Moth"] }]]);
});

const corrected = (id: string) => ({
  publishedAt: 1,
  corrections: [{ award: id, at: 5, reason: "Not new." }],
});

test("an award is corrected with a reason, from who had it when that was asked, and put back", async () => {
  answer({ ...results(corrected(TRACKS[0])), ...overview });
  responses["judging:correct"] = () => Promise.reject(new Error("no line"));
  showResults(1);
  await act(async () => {});
  const words = screen.getByText(/^Corrected on/).textContent;
  expect(words).toContain("1 January 1970");
  expect(words).toContain("Not new.");
  await press("Correct 1st place");
  expect(field("Given to", dialog()).value).toBe("Wren");
  fill("Given to", "Kite", dialog());
  fill("Shared with", "Moth", dialog());
  fill("Reason, which everyone reads", "Swapped.", dialog());
  dialog().getByText(
    new RegExp(
      `^Wren \\(Team Wren\\) will lose it\\. Kite \\(Team Kite\\) will get it\\. Moth \\(Team Moth\\) will get it\\. Kite has ${TITLE}, too\\. At once everyone sees it as corrected, with your reason, on 31 dashboards`,
    ),
  );
  answer(results({ publishedAt: 1, awards: MOTH }));
  await answerIn("Correct for everyone");
  const sent = {
    award: "first-place",
    projectIds: ["Kite", "Moth"],
    seen: ["Wren"],
    reason: "Swapped.",
  };
  expect(calls).toEqual([["judging:correct", sent]]);
  // What was not sent, and why, stays.
  dialog().getByText("Failed to correct the award");
  expect(field(/^Reason/, dialog()).value).toBe("Swapped.");
});

test("a correction that was closed half written comes back whole, whoever has the award by then", async () => {
  answer(results({ publishedAt: 1 }));
  showResults(1);
  await press("Correct 1st place");
  fill("Given to", "Kite", dialog());
  fill(/^Reason/u, "Counted again.", dialog());
  await answerIn("Cancel");
  answer(results({ publishedAt: 1, awards: MOTH }));
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

const listened = award("first-place", "Wren", "They listened.");
test.each([
  ["nothing staged", null, /close it again\.$/u],
  [
    "a sentence",
    remote({ awards: [listened] }),
    /given up, with 1 sentence and 0 orders/u,
  ],
])("reopening judging says what is given up: %s", async (_, staged, words) => {
  answer({ "ceremony:remote": staged });
  open(<Ending progress={progress()} />);
  await press("Reopen judging");
  expect(dialog().getByText(words)).toBeDefined();
});

test("a correction is put back after a question, and an award that nobody has can be given", async () => {
  answer(results(corrected("second-place")));
  showResults(1);
  await press("Put 2nd place back");
  await answerIn("Put it back for everyone");
  const put = { award: "second-place", at: 5 };
  expect(calls).toEqual([["judging:putBack", put]]);
  const none = { name: "Put 1st place back" };
  expect(screen.queryByRole("button", none)).toBeNull();
  button(`Correct ${awardTitle(TRACKS[1])}`);
});

test("a rubric that somebody else has saved is not replaced before it was looked at", async () => {
  const heavier = DEFAULT_CRITERIA.map((it) => ({ ...it, weight: 2 }));
  const { show } = open(<RubricForm saved={DEFAULT_CRITERIA} />);
  const [weight] = screen.getAllByLabelText("Weight");
  fireEvent.input(weight as Element, { target: { value: "5" } });
  show(<RubricForm saved={heavier} />);
  await press("Save the rubric");
  expect(calls[0]?.[1]).toMatchObject({ seen: DEFAULT_CRITERIA });
  await press("Save the rubric");
  expect(calls[1]?.[1]).toMatchObject({
    seen: heavier,
    criteria: [{ weight: 5 }, {}, {}, {}],
  });
});
