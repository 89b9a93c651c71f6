import { isOutward } from "../../ui/any-link";
import { ExternalLinkButton, LinkButton } from "../../ui/button";
import type { NextStep } from "./next-step-of";
import styles from "./next-step.module.css";
import type { Elements } from "../../ui/elements";

/** A sentence, and the button that follows from it. */
export function StepPlate({
  label = "Your next step",
  sentence,
  children,
}: {
  label?: string;
  sentence: string;
  children: Elements;
}) {
  return (
    <section
      className={`plate plate-lit row gap-3 gap-x-4 items-center ${styles.step}`}
      aria-label={label}
    >
      <p className="measure tight text-l">{sentence}</p>
      {children}
    </section>
  );
}

/** The way on of a step. */
export function StepButton({ label, href }: Pick<NextStep, "label" | "href">) {
  return isOutward(href) ? (
    <ExternalLinkButton href={href} tone="signal">
      {label}
    </ExternalLinkButton>
  ) : (
    <LinkButton to={href} tone="signal">
      {label}
    </LinkButton>
  );
}
