import { PendingNote } from "../../ui/pending-note";
import { WaitingNote } from "../../ui/waiting-note";
import styles from "./auth-screen.module.css";
import type { useResetRequest } from "./use-reset-request";
import type { Elements } from "../../ui/elements";

/** A row of the login form: "Remember me" (`children`) and the button that sends a reset mail. */
export function ForgotPasswordRow({
  stage,
  onForgot,
  children,
}: {
  stage: ReturnType<typeof useResetRequest>["stage"];
  onForgot: () => void;
  children: Elements;
}) {
  const isPending = stage !== "idle";
  return (
    <div className={`row gap-x-4 items-center justify-between ${styles.row}`}>
      {children}
      <button
        type="button"
        aria-disabled={isPending || undefined}
        onClick={onForgot}
      >
        {resetLabels[stage]}
      </button>
      {isPending && <WaitingNote />}
      <PendingNote isPending={isPending}>Sending the email</PendingNote>
    </div>
  );
}

const resetLabels = {
  idle: "Forgot password?",
  sending: "Sending…",
  checking: "Checking…",
};
