import { beforeEach, expect, test, vi } from "vitest";
import { StoredImage } from "../../src/ui/stored-image";
import { act, fireEvent, render, screen } from "./rendering";

beforeEach(() => {
  vi.useFakeTimers();
});

test("a picture that does not load is asked for twice more, after a random second and then two", () => {
  render(<StoredImage src="/api/storage/one" alt="The board" />);
  const seen = new Set<HTMLElement>();
  const fail = () => {
    const image = screen.getByAltText("The board");
    seen.add(image);
    fireEvent.error(image);
  };
  fail();
  act(() => void vi.advanceTimersByTime(2_000));
  fail();
  act(() => void vi.advanceTimersByTime(1_999));
  expect(seen.size).toBe(2);
  act(() => void vi.advanceTimersByTime(2_001));
  fail();
  act(() => void vi.advanceTimersByTime(60_000));
  fail();
  expect(seen.size).toBe(3);
});
