import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import styles from "./button.module.css";

export type ButtonTone = "plain" | "quiet" | "signal" | "hot";

type ButtonProps = ComponentProps<"button"> & {
  tone?: ButtonTone;
  /** Then it keeps its place and its focus, and a press does nothing. */
  isBusy?: boolean;
};

export function Button({
  tone = "plain",
  isBusy = false,
  type = "button",
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={isBusy ? "button" : type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={classNames(styles.button, styles[tone], className)}
    />
  );
}

/** The look of a button for a link. */
export function buttonClass(tone: ButtonTone): string {
  return classNames(styles.button, styles[tone]);
}
