import { useState } from "react";
import { longDuration } from "../time/format-time";
import { Moment } from "../time/moment";
import { Button } from "../ui/button";
import styles from "./backup.module.css";

/** The time of the last backup, and the commands to make and restore one. */
export function Backup(props: { nowMs: number; lastBackupAt: number | null }) {
  const { nowMs, lastBackupAt } = props;
  return (
    <section className={styles.backup} aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p>
        {lastBackupAt === null ? (
          "No backup has been made of this data directory yet."
        ) : (
          <>
            The last backup was made <Moment timeMs={lastBackupAt} /> (
            {longDuration(nowMs - lastBackupAt)} ago).
          </>
        )}
      </p>
      <p>
        Convex's command line writes everything into one file while the backend
        keeps running. On the backend's machine:
      </p>
      <Command
        lines={[
          `export CONVEX_SELF_HOSTED_URL=${location.origin}`,
          'export CONVEX_SELF_HOSTED_ADMIN_KEY="$(npm run --silent admin-key)"',
          "npx convex export --include-file-storage --path backup.zip",
        ]}
      />
      <p>To restore such a file into an empty data directory:</p>
      <Command lines={["npx convex import --replace-all backup.zip"]} />
    </section>
  );
}

/** Shell commands with a copy button. */
function Command({ lines }: { lines: readonly string[] }) {
  const [announcement, setAnnouncement] = useState("");
  const text = lines.join("\n");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setAnnouncement("Copied"),
      () =>
        setAnnouncement(
          "Your browser does not allow copying here. Select the text instead.",
        ),
    );
  };
  return (
    <div className={styles.command}>
      <pre>
        <code>{text}</code>
      </pre>
      <p className="row">
        <Button onClick={copy}>Copy</Button> <output>{announcement}</output>
      </p>
    </div>
  );
}
