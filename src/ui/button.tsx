import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router-dom";
import styles from "./button.module.css";
import { classNames } from "./class-names";
import { Outward, partOf } from "./outward";
import { WaitingNote } from "./waiting-note";

type Look = {
  /** `signal` is the screen's main action; `hot` is destructive. */
  tone?: "signal" | "outline" | "hot" | "quiet";
  size?: "medium" | "large";
  isWide?: boolean;
};

/** While pending or disabled, the button stays focusable and ignores presses. If it is pending for long, it says so. */
export function Button({
  tone,
  size,
  isWide,
  isPending = false,
  isDisabled = false,
  type = "button",
  onClick,
  ...rest
}: Look & { isPending?: boolean; isDisabled?: boolean } & Omit<
    ComponentProps<"button">,
    "className"
  >) {
  const isIdle = isPending || isDisabled;
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={isIdle || undefined}
        aria-busy={isPending || undefined}
        className={lookOf({ tone, size, isWide })}
        onClick={(event) => {
          if (isIdle) event.preventDefault();
          else onClick?.(event);
        }}
      />
      {isPending && <WaitingNote />}
    </>
  );
}

export function LinkButton(props: Look & Omit<LinkProps, "className">) {
  return <Link {...dressed(props)} />;
}

/** A link to a part of the same page, or to a mail program. */
export function AnchorButton(
  props: Look & { href: string } & Omit<ComponentProps<"a">, "className">,
) {
  return <a {...dressed(props)}>{props.children}</a>;
}

/** An external link, which announces its new tab. Organisers can hide the one to the registration. */
export function ExternalLinkButton({
  children,
  ...rest
}: ComponentProps<typeof AnchorButton>) {
  return (
    <AnchorButton
      {...rest}
      target="_blank"
      rel="noopener"
      data-part={partOf(rest.href)}
    >
      <Outward>{children}</Outward>
    </AnchorButton>
  );
}

function dressed<Rest>({ tone, size, isWide, ...rest }: Look & Rest) {
  return { ...rest, className: lookOf({ tone, size, isWide }) };
}

function lookOf({ tone = "outline", size, isWide = false }: Look): string {
  return classNames(
    "plate",
    styles.button,
    tone !== "outline" && styles[tone],
    size === "large" && styles.large,
    isWide && styles.wide,
  );
}
