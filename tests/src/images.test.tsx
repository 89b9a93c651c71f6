import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aboutLogo, aboutLogoFallback } from "../../src/content/about";
import { groupPicture } from "../../src/content/landing";
import { AboutLogo, GroupPicture } from "../../src/routes/about/pictures";
import { fireEvent, render, screen } from "./rendering";

const console = vi.spyOn(globalThis.console, "warn");
const complete = vi.spyOn(HTMLImageElement.prototype, "complete", "get");
beforeEach(() => {
  console.mockImplementation(() => {});
  complete.mockReturnValue(false);
});
afterEach(() => console.mockReset());

function sources(): (string | null)[] {
  return screen.queryAllByRole("img").map((image) => image.getAttribute("src"));
}

test("another logo stands in for one that does not load", () => {
  render(<AboutLogo />);
  expect(sources()).toEqual([aboutLogo.src]);
  fireEvent.error(screen.getByRole("img"));
  expect(sources()).toEqual([aboutLogoFallback.src]);
  expect(console).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(aboutLogo.src),
  );
});

test("the group photo disappears when it does not load", () => {
  render(<GroupPicture />);
  expect(sources()).toEqual([groupPicture.src]);
  fireEvent.error(screen.getByRole("img"));
  expect(sources()).toEqual([]);
  expect(console).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(groupPicture.src),
  );
});

test("a photo that failed before the page came to life disappears too", () => {
  complete.mockReturnValue(true);
  render(<GroupPicture />);
  expect(sources()).toEqual([]);
  expect(console).toHaveBeenCalledOnce();
});
