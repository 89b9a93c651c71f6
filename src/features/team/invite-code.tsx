import { useState } from "react";
import { copyText } from "../../lib/copy-text";
import { notify } from "../../lib/notify";
import { classNames } from "../../ui/class-names";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./invite-code.module.css";

/** The invite code, copied by a press on it. */
export function InviteCode({ code }: { code: string }) {
  const [hasFailed, setHasFailed] = useState(false);

  async function copy() {
    const isCopied = await copyText(code);
    setHasFailed(!isCopied);
    if (isCopied) notify.success("Invite code copied to clipboard");
  }

  return (
    <>
      <div
        className={classNames(
          "flex gap-3 items-center",
          styles.code,
          !hasFailed && styles.pressed,
        )}
      >
        <CodeCells code={code} />
        <button
          type="button"
          className={`screen-only target upper ${styles.copy}`}
          onClick={() => void copy()}
        >
          Copy
        </button>
      </div>
      <output className="no-room screen-only text-s quiet whole-line">
        {hasFailed &&
          "Your browser does not allow copying here. Select the code instead."}
      </output>
    </>
  );
}

/** One cell per character. */
export function CodeCells({ code }: { code: string }) {
  return (
    <span className={`grid gap-1 ${styles.cells}`}>
      <VisuallyHidden>{code}</VisuallyHidden>
      {Array.from(code, (character, position) => (
        <span
          key={position}
          className={`plate grid signal-text ${styles.cell}`}
          aria-hidden="true"
        >
          {character}
        </span>
      ))}
    </span>
  );
}
