import { beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { aboutLogo, aboutLogoFallback } from "../../src/content/about";
import { groupPicture } from "../../src/content/landing";
import { AboutLogo, GroupPicture } from "../../src/routes/about/pictures";
import { fireEvent, render, screen } from "./rendering";

const complete = (isComplete: boolean) =>
  vi
    .spyOn(HTMLImageElement.prototype, "complete", "get")
    .mockReturnValue(isComplete);
let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockReturnValue();
  complete(false);
});

function sources(): (string | null)[] {
  return screen.queryAllByRole("img").map((image) => image.getAttribute("src"));
}

test("another logo stands in for one that does not load", () => {
  render(<AboutLogo />);
  expect(sources()).toEqual([aboutLogo.src]);
  fireEvent.error(screen.getByRole("img"));
  expect(sources()).toEqual([aboutLogoFallback.src]);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(aboutLogo.src),
  );
});

test("the group photo disappears when it does not load", () => {
  render(<GroupPicture />);
  expect(sources()).toEqual([groupPicture.src]);
  fireEvent.error(screen.getByRole("img"));
  expect(sources()).toEqual([]);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(groupPicture.src),
  );
});

test("a photo that failed before the page came to life disappears too", () => {
  complete(true);
  render(<GroupPicture />);
  expect(sources()).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});
