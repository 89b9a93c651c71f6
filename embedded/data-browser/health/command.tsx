import { useState } from "react";
import { Button } from "../ui/button";
import styles from "./command.module.css";

/** Commands to be copied into a terminal. */
export function Command({ lines }: { lines: readonly string[] }) {
  const [said, setSaid] = useState("");
  const text = lines.join("\n");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("The browser does not copy: select the text instead."),
    );
  };
  return (
    <div className={styles.command}>
      <pre>
        <code>{text}</code>
      </pre>
      <p className={styles.copy}>
        <Button onClick={copy}>Copy</Button> <output>{said}</output>
      </p>
    </div>
  );
}
