import { expect, test, vi } from "vitest";
import { useFrameArrival } from "../../src/routes/contact/use-frame-arrival";
import { fireEvent, render, screen } from "./rendering";

function Frame() {
  const { hasArrived, onLoad } = useFrameArrival();
  return (
    <iframe
      title="Map"
      src="about:blank"
      onLoad={onLoad}
      data-arrived={hasArrived}
    />
  );
}

function renderFrame() {
  render(<Frame />);
  const frame = screen.getByTitle<HTMLIFrameElement>("Map");
  const replace = vi.fn<(address: string) => void>();
  vi.spyOn(frame, "contentWindow", "get").mockReturnValue({
    location: { replace },
  } as unknown as ReturnType<() => typeof window>);
  return { frame, replace };
}

test("a page that loads once has arrived", () => {
  const { frame, replace } = renderFrame();
  expect(frame.dataset.arrived).toBe("false");
  fireEvent.load(frame);
  expect(frame.dataset.arrived).toBe("true");
  expect(replace).toHaveBeenCalledExactlyOnceWith("about:blank#map");
});

test("a page that loads again for a fragment was the browser's error page", () => {
  const { frame, replace } = renderFrame();
  fireEvent.load(frame);
  fireEvent.load(frame);
  expect(frame.dataset.arrived).toBe("false");
  expect(replace).toHaveBeenCalledOnce();
});
