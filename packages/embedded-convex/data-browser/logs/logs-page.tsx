import { useMemo, useState } from "react";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { LogEntryRow } from "./log-entry-row";
import { EVERYTHING, type LogFilter, matches, LEVELS } from "./log-filter";
import styles from "./logs.module.css";
import { useLog } from "./use-log";
import { SelectField, TextField } from "../ui/field";

/** Rendering all entries would be slow, and nobody reads that far. */
const PAGE_SIZE = 100;

/** The log of finished calls, live, newest first. */
export function LogsPage() {
  const log = useLog();
  const [filter, setFilter] = useState<LogFilter>(EVERYTHING);
  const [shown, setShown] = useState(PAGE_SIZE);
  const { entries } = log;
  const found = useMemo(
    () => entries.filter((entry) => matches(entry, filter)),
    [entries, filter],
  );
  const names = useMemo(
    () => [...new Set(entries.map(({ identifier }) => identifier))].sort(),
    [entries],
  );
  return (
    <Page
      title="Logs"
      actions={
        <>
          {/* Announces only the button's effect: announcing each call would be too much. */}
          <output className="quiet">
            {log.isPaused ? "Paused" : "Following"}
          </output>
          <Button onClick={log.isPaused ? log.resume : log.pause}>
            {log.isPaused ? "Resume" : "Pause"}
          </Button>
          <Button onClick={log.clear}>Clear</Button>
        </>
      }
    >
      <LogFilterForm filter={filter} names={names} onChange={setFilter} />
      {log.error !== null && <Notice>{log.error.message} Trying again.</Notice>}
      <p className="quiet">
        {countText(found.length, entries.length)}
        {log.waiting > 0 && `, ${log.waiting} more since the pause`}
      </p>
      {!log.isLoaded && log.error === null && <p>Asking the backend…</p>}
      {found.length > 0 && (
        <ul className={styles.list} aria-label="Calls, newest first">
          {found.slice(0, shown).map((entry) => (
            <LogEntryRow
              key={entry.id}
              entry={entry}
              onRequest={(text) => setFilter({ ...EVERYTHING, text })}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + PAGE_SIZE)}>
            Show older calls
          </Button>
        </p>
      )}
    </Page>
  );
}

function countText(found: number, all: number): string {
  const calls = `${all} ${all === 1 ? "call" : "calls"}`;
  return found === all ? calls : `${found} of ${calls}`;
}

type Options<Name> = readonly (readonly [Name, label: string])[];

const OUTCOMES: Options<LogFilter["outcome"]> = [
  ["all", "All"],
  ["succeeded", "Succeeded"],
  ["failed", "Failed"],
];

const LEVEL_OPTIONS: Options<LogFilter["level"]> = [
  ["all", "All"],
  ...LEVELS.map(
    (level) =>
      [level, level === "ERROR" ? level : `${level} and above`] as const,
  ),
];

/** The filter of the log. */
function LogFilterForm({
  filter,
  names,
  onChange,
}: {
  filter: LogFilter;
  /** Names of called functions, as suggestions. */
  names: readonly string[];
  onChange: (filter: LogFilter) => void;
}) {
  const set = (change: Partial<LogFilter>) =>
    onChange({ ...filter, ...change });
  const isFiltered = Object.values(filter).some(
    (value) => value !== "" && value !== "all",
  );
  return (
    <search aria-label="Filter the log" className={styles.filter}>
      <TextField
        label="Function"
        suggestions={names}
        value={filter.functionName}
        onText={(functionName) => set({ functionName })}
      />
      <TextField
        label="Text or request id"
        type="search"
        value={filter.text}
        onText={(text) => set({ text })}
      />
      <SelectField
        label="Outcome"
        options={OUTCOMES}
        value={filter.outcome}
        onValue={(outcome) => set({ outcome })}
      />
      <SelectField
        label="Level"
        options={LEVEL_OPTIONS}
        value={filter.level}
        onValue={(level) => set({ level })}
      />
      {isFiltered && (
        <Button className={styles.reset} onClick={() => onChange(EVERYTHING)}>
          Show all
        </Button>
      )}
    </search>
  );
}
