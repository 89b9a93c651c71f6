import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { useLayoutEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  afterAll,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { noteEarlyPresses, useEarlyPresses } from "../../src/lib/early-presses";
import { act } from "./rendering";

const onPress = vi.fn<() => void>();

const press = () => document.querySelector("button")?.click();

function Page({ children }: { children?: ReactNode }) {
  useEarlyPresses();
  return (
    <>
      <button type="button" onClick={onPress}>
        <span>Hide</span>
      </button>
      {children}
    </>
  );
}

/** Its layout effect comes after hydration, and before all other effects. */
function PressedInBetween() {
  useLayoutEffect(press, []);
  return null;
}

beforeAll(() => {
  sessionStorage.setItem("introSeen", "true");
  runInThisContext(readFileSync("public/first-paint.js", "utf8"));
});
beforeEach(() => {
  onPress.mockClear();
  delete document.documentElement.dataset.alive;
});
afterAll(() => sessionStorage.clear());

/** Shows a page as it was prerendered. @returns a function that hydrates it as `main.tsx` does */
function prerendered(page: ReactNode) {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(page);
  return () => {
    noteEarlyPresses();
    const root = hydrateRoot(container, page);
    onTestFinished(() => {
      act(() => root.unmount());
      container.remove();
    });
  };
}

const hydrated = () => act(async () => {});

test("presses before hydration are repeated once when it is over", async () => {
  const hydrate = prerendered(<Page />);
  press();
  press();
  hydrate();
  await hydrated();
  expect(onPress).toHaveBeenCalledOnce();
  press();
  expect(onPress).toHaveBeenCalledTimes(2);
});

test("a press that makes React hydrate is not repeated", async () => {
  // In development React says that the HTML has the mark.
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  prerendered(<Page />)();
  press();
  await hydrated();
  expect(onPress).toHaveBeenCalledOnce();
  said.mockRestore();
});

test("a press between hydration and its effects is not repeated", async () => {
  const page = (
    <Page>
      <PressedInBetween />
    </Page>
  );
  prerendered(page)();
  await hydrated();
  expect(onPress).toHaveBeenCalledOnce();
});

test("a press of what is in a button counts as one of the button", async () => {
  const hydrate = prerendered(<Page />);
  document.querySelector("span")?.click();
  hydrate();
  await hydrated();
  expect(onPress).toHaveBeenCalledOnce();
});
