import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Intro, INTRO_MS } from "../../src/features/intro/intro";
import { IntroGate } from "../../src/features/intro/intro-gate";
import { introState, setIntroState } from "../../src/lib/intro-state";
import { paths } from "../../src/paths";
import { act, button, fireEvent, render, screen } from "./rendering";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setIntroState("over");
});

const start = () => button("Start");

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

describe("the picture", () => {
  test.each([
    [2_500, {}],
    [900, { durationMs: 900 }],
  ])("ends by itself after %i ms, given %j", async (durationMs, given) => {
    const onDone = vi.fn<() => void>();
    render(<Intro {...given} onDone={onDone} />);
    await pass(durationMs - 1);
    expect(onDone).not.toHaveBeenCalled();
    await pass(1);
    expect(onDone).toHaveBeenCalledOnce();
  });

  test("shows its progress only while a clock runs", () => {
    const { rerender } = render(<Intro onDone={() => {}} />);
    expect(screen.queryByRole("progressbar")).not.toBeNull();
    rerender(<Intro mode="manual" onDone={() => {}} />);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(start()).toBeDefined();
  });

  test("without a clock it waits for Start", async () => {
    const onDone = vi.fn<() => void>();
    render(<Intro mode="manual" onDone={onDone} />);
    await pass(60_000);
    expect(onDone).not.toHaveBeenCalled();
    fireEvent.click(start());
    expect(onDone).toHaveBeenCalledOnce();
  });
});

describe("a session's first page", () => {
  const { landing, home, about, faq, ...others } = paths;
  const { href } = location;
  afterEach(() => {
    history.replaceState(null, "", href);
    sessionStorage.clear();
    localStorage.clear();
  });

  /** Loads a page as far as its first paint. */
  function paint(path: string) {
    setIntroState("over");
    history.replaceState(null, "", path);
    // It stays for other tests, and would listen.
    vi.stubGlobal("addEventListener", () => {});
    runInThisContext(readFileSync("public/first-paint.js", "utf8"));
    vi.unstubAllGlobals();
    return introState();
  }

  test.each([landing, home, about, faq])(
    "is covered at %s, and the next is not",
    (path) => {
      expect(paint(path)).toBe("showing");
      expect(paint(path)).toBe("over");
    },
  );

  test.each([`${paths.join}/ABC123`, "/nowhere", ...Object.values(others)])(
    "is not covered at %s, nor is the next",
    (path) => {
      expect(paint(path)).toBe("over");
      expect(paint(about)).toBe("over");
    },
  );
});

describe("the gate", () => {
  function open(address: string, given: { defaultRoute?: string } = {}) {
    const gate = <IntroGate {...given} />;
    const router = createMemoryRouter([{ path: "*", element: gate }], {
      initialEntries: [paths.faq, address],
    });
    render(<RouterProvider router={router} />);
    return router;
  }

  test.each([
    { asked: paths.landing, reached: paths.home },
    { asked: paths.about, reached: paths.about },
    { asked: "/dashboard?tab=team", reached: "/dashboard?tab=team" },
  ])("leads from $asked to $reached", async ({ asked, reached }) => {
    setIntroState("showing");
    const router = open(asked);
    await pass(INTRO_MS);
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(reached);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.faq);
  });

  test("leads wherever it is configured to", async () => {
    setIntroState("showing");
    const router = open(paths.landing, { defaultRoute: paths.about });
    await act(async () => fireEvent.click(start()));
    expect(router.state.location.pathname).toBe(paths.about);
  });
});
