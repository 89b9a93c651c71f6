import { useState } from "react";
import { copyText } from "../../lib/copy-text";
import { notify } from "../../lib/notify";
import { Button } from "../../ui/button";
import { CopyIcon } from "../../ui/tool-icons";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./invite-code.module.css";

/** The invite code with a copy button. */
export function InviteCode({
  code,
  isTeamFull,
  isTeamOpen,
  areChangesOpen,
}: {
  code: string;
  isTeamFull: boolean;
  /** Whether the team is open. */
  isTeamOpen: boolean;
  /** Whether organisers allow team changes. */
  areChangesOpen: boolean;
}) {
  const [hasFailed, setHasFailed] = useState(false);

  async function copy() {
    const isCopied = await copyText(code);
    setHasFailed(!isCopied);
    if (isCopied) notify.success("Invite code copied to clipboard");
  }

  return (
    <div className={`stack gap-4 ${styles.code}`}>
      <h2 className={styles.title}>Invite code</h2>
      <CodeCells code={code} />
      <Button
        // With no slot to give away, the code is not what comes next.
        tone={
          isTeamFull || !isTeamOpen || !areChangesOpen ? "outline" : "signal"
        }
        onClick={() => void copy()}
      >
        <CopyIcon />
        Copy
      </Button>
      <output className={`quiet text-s tight ${styles.hint}`}>
        {hasFailed
          ? "Your browser does not allow copying here. Select the code instead."
          : hintFor({ isTeamFull, isTeamOpen, areChangesOpen })}
      </output>
    </div>
  );
}

function hintFor({
  isTeamFull,
  isTeamOpen,
  areChangesOpen,
}: Record<"isTeamFull" | "isTeamOpen" | "areChangesOpen", boolean>): string {
  if (!areChangesOpen) {
    return "Team changes are closed. This code does not work now.";
  }
  if (!isTeamOpen) {
    return "The Team Leader has closed the team. This code does not work now.";
  }
  return isTeamFull
    ? "All four slots are taken. The code works again when one is free."
    : "Anyone with this code can take a free slot.";
}

/** One cell per character. */
export function CodeCells({ code }: { code: string }) {
  return (
    <span className={styles.cells}>
      <VisuallyHidden>{code}</VisuallyHidden>
      {Array.from(code, (character, position) => (
        <span
          key={position}
          className={`plate ${styles.cell}`}
          aria-hidden="true"
        >
          {character}
        </span>
      ))}
    </span>
  );
}
