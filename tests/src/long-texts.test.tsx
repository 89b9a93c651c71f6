import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { MAX_ANNOUNCEMENT_BODY_LENGTH } from "#convex/content/shared/content";
import {
  type JudgeCard,
  DEFAULT_CRITERIA,
  MAX_NOTE_LENGTH,
} from "#convex/judging/shared/judging";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import type { Sheet } from "../../src/routes/judge/kept-marks";
import { ProjectSheet } from "../../src/routes/judge/project-sheet";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { fireEvent, render, screen } from "./rendering";

const add = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock("convex/react", () => ({
  useMutation: () => add,
  useQuery: () => null,
  useQuery_experimental: () => ({ status: "pending" }),
}));
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));
const notify = vi.hoisted(() => ({
  error: vi.fn<(message: string) => void>(),
  endErrors: vi.fn<() => void>(),
}));
vi.mock("../../src/lib/notify", () => ({ notify }));

/** Browsers cut what is pasted at this attribute, without a word. */
const isCut = (field: HTMLElement) => field.hasAttribute("maxlength");

test("an announcement that is too long is refused, and not cut", () => {
  render(<Announcements />, { wrapper: MemoryRouter });
  fireEvent.input(screen.getByLabelText("Title"), {
    target: { value: "Lunch" },
  });
  const text = screen.getByLabelText<HTMLTextAreaElement>("Text");
  const title = screen.getByLabelText("Title");
  const value = "a".repeat(MAX_ANNOUNCEMENT_BODY_LENGTH + 1);
  fireEvent.input(text, { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  screen.getByText("Text must be at most 2000 characters long.");
  expect([text, title].map(isCut)).toEqual([false, false]);
  expect(text.value).toBe(value);
  expect(add).not.toHaveBeenCalled();
});

const card = {
  ...EMPTY_CONTENT,
  name: "Kite",
  teamName: "Owls",
  note: "",
  pictures: [],
} as Partial<JudgeCard> as JudgeCard;

test("a judge's note that is too long is refused, and not cut", () => {
  const onSave = vi.fn<(sheet: Sheet) => void>();
  const marks = Object.fromEntries(DEFAULT_CRITERIA.map(({ id }) => [id, 3]));
  const sheet = (note: string) => (
    <ProjectSheet
      card={card}
      criteria={DEFAULT_CRITERIA}
      draft={{ marks, note }}
      isBusy={false}
      saved={null}
      onDraft={() => {}}
      onSave={onSave}
      onSkip={undefined}
    />
  );
  const { rerender } = render(sheet("n".repeat(MAX_NOTE_LENGTH + 1)));
  const note = screen.getByRole<HTMLTextAreaElement>("textbox");
  const save = () =>
    fireEvent.click(screen.getByRole("button", { name: "Save, next" }));
  save();
  screen.getByText(/^Note must be at most \d+ characters long\.$/);
  expect(document.activeElement).toBe(note);
  expect(isCut(note)).toBe(false);
  expect(onSave).not.toHaveBeenCalled();

  rerender(sheet("n".repeat(MAX_NOTE_LENGTH)));
  save();
  expect(onSave).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^Note must be/)).toBeNull();
});
