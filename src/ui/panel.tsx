import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** `isSignal` marks the panel that asks for action. */
export function Panel({
  isSignal = false,
  ...rest
}: { isSignal?: boolean } & Omit<ComponentProps<"section">, "className">) {
  return (
    <section
      {...rest}
      className={classNames("plate panel", isSignal && "plate-lit")}
    />
  );
}
