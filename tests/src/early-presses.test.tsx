import { useLayoutEffect, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { useEarlyPresses } from "../../src/lib/early-presses";
import { render } from "./rendering";

const button = () => document.querySelector("button");

/** As `public/first-paint.js` does until the page is alive. */
const mark = () => button()?.setAttribute("data-pressed", "");

/** Its layout effect comes before the page's. */
function PressedBefore() {
  useLayoutEffect(mark, []);
  return null;
}

/** Its layout effect comes after the page's, and before all other effects. */
function PressedInBetween({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    mark();
    button()?.click();
  }, []);
  return children;
}

type PageProps = { onPress: () => void; children?: ReactNode };

function Page({ onPress, children }: PageProps) {
  useEarlyPresses();
  return (
    <>
      <button type="button" onClick={onPress}>
        Hide
      </button>
      {children}
    </>
  );
}

test("a press before hydration is repeated once it is over", () => {
  const onPress = vi.fn<() => void>();
  render(
    <Page onPress={onPress}>
      <PressedBefore />
    </Page>,
  );
  expect(onPress).toHaveBeenCalledOnce();
});

test("a press between hydration and its effects is not repeated", () => {
  const onPress = vi.fn<() => void>();
  render(
    <PressedInBetween>
      <Page onPress={onPress} />
    </PressedInBetween>,
  );
  expect(onPress).toHaveBeenCalledOnce();
});
