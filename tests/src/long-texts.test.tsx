import { beforeEach, expect, test, vi } from "vitest";
import { MAX_ANNOUNCEMENT_BODY_LENGTH } from "#convex/content/shared/content";
import {
  type JudgeCard,
  DEFAULT_CRITERIA,
  MAX_NOTE_LENGTH,
} from "#convex/judging/shared/judging";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { notify } from "../../src/lib/notify";
import type { Sheet } from "../../src/routes/judge/kept-marks";
import { ProjectSheet } from "../../src/routes/judge/project-sheet";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { answer, calls } from "./deployment";
import { click, field, fill, open, screen } from "./rendering";

beforeEach(() => {
  vi.spyOn(notify, "error").mockImplementation(() => {});
});

/** Browsers cut what is pasted at this attribute, without a word. */
const isCut = (name: string | RegExp) => field(name).hasAttribute("maxlength");

test("an announcement that is too long is refused, and not cut", () => {
  answer({ "announcements:all": [] });
  open(<Announcements />);
  fill("Title", "Lunch");
  const value = "a".repeat(MAX_ANNOUNCEMENT_BODY_LENGTH + 1);
  fill("Text", value);
  click("Publish");
  screen.getByText(
    `Text must be at most ${MAX_ANNOUNCEMENT_BODY_LENGTH} characters long.`,
  );
  expect(["Text", "Title"].map(isCut)).toEqual([false, false]);
  expect(field("Text").value).toBe(value);
  expect(calls).toEqual([]);
});

test("a judge's note that is too long is refused, and not cut", () => {
  const onSave = vi.fn<(sheet: Sheet) => void>();
  const words = { ...EMPTY_CONTENT, name: "Kite", teamName: "Owls" };
  const card: Partial<JudgeCard> = { ...words, note: "", pictures: [] };
  const marks = Object.fromEntries(DEFAULT_CRITERIA.map(({ id }) => [id, 3]));
  const sheet = (length: number) => (
    <ProjectSheet
      card={card as JudgeCard}
      criteria={DEFAULT_CRITERIA}
      draft={{ marks, note: "n".repeat(length) }}
      isBusy={false}
      saved={null}
      onDraft={() => {}}
      onSave={onSave}
      isFirst
      undo={undefined}
      onSkip={undefined}
    />
  );
  const { show } = open(sheet(MAX_NOTE_LENGTH + 1));
  click("Save, next");
  screen.getByText(`Note must be at most ${MAX_NOTE_LENGTH} characters long.`);
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  expect(isCut(/^Note/)).toBe(false);
  expect(onSave).not.toHaveBeenCalled();

  show(sheet(MAX_NOTE_LENGTH));
  click("Save, next");
  expect(onSave).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^Note must be/)).toBeNull();
});
