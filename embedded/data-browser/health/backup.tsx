import { useNow } from "../time/use-now";
import { Moment } from "../time/moment";
import { Command } from "./command";
import styles from "./backup.module.css";

const MINUTE_MS = 60_000;

/** When the data was saved last, and how to do it. */
export function Backup({ lastBackupAt }: { lastBackupAt: number | null }) {
  const nowMs = useNow(MINUTE_MS);
  return (
    <section className={styles.backup} aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p>
        {lastBackupAt === null ? (
          "No backup has been made of this data directory yet."
        ) : (
          <>
            The last backup was made{" "}
            <Moment timeMs={lastBackupAt} nowMs={nowMs} />.
          </>
        )}
      </p>
      <p>
        The command line of Convex writes everything into one file, while the
        backend goes on. On the machine of the backend:
      </p>
      <Command
        lines={[
          `export CONVEX_SELF_HOSTED_URL=${location.origin}`,
          'export CONVEX_SELF_HOSTED_ADMIN_KEY="$(npm run --silent admin-key)"',
          "npx convex export --include-file-storage --path backup.zip",
        ]}
      />
      <p>Into an empty data directory, such a file is put back with:</p>
      <Command lines={["npx convex import --replace-all backup.zip"]} />
    </section>
  );
}
