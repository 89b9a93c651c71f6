import { Button } from "../ui/button";
import { SelectField, TextField } from "../ui/field";
import { LEVELS } from "./log-entry";
import { EVERYTHING, type LogFilter } from "./log-filter";
import styles from "./logs.module.css";

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
export function LogFilterForm({
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
