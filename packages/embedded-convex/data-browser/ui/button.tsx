import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import styles from "./button.module.css";

type ButtonTone = "plain" | "quiet" | "signal" | "hot";

type ButtonProps = ComponentProps<"button"> & {
  tone?: ButtonTone;
  /** Ignores clicks but, unlike `disabled`, keeps the focus. */
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
      className={classNames(
        styles.button,
        tone !== "plain" && styles[tone],
        className,
      )}
    />
  );
}

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone): string {
  return classNames(styles.button, tone !== "plain" && styles[tone]);
}
