import { useId } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { LEVELS } from "./log-entry";
import { EVERYTHING, type LogFilter } from "./log-filter";
import styles from "./logs.module.css";

const OUTCOMES: Record<LogFilter["outcome"], string> = {
  all: "All",
  succeeded: "Succeeded",
  failed: "Failed",
};

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
  const listId = useId();
  const set = (change: Partial<LogFilter>) =>
    onChange({ ...filter, ...change });
  const isFiltered = Object.values(filter).some(
    (value) => value !== "" && value !== "all",
  );
  return (
    <search aria-label="Filter the log" className={styles.filter}>
      <Field label="Function">
        {(control) => (
          <input
            {...control}
            list={listId}
            value={filter.functionName}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ functionName: event.target.value })}
          />
        )}
      </Field>
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field label="Text or request id">
        {(control) => (
          <input
            {...control}
            type="search"
            value={filter.text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      <Field label="Outcome">
        {(control) => (
          <select
            {...control}
            value={filter.outcome}
            onChange={({ target }) =>
              set({
                outcome: keyOf(OUTCOMES, target.value) ?? "all",
              })
            }
          >
            {Object.entries(OUTCOMES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Level">
        {(control) => (
          <select
            {...control}
            value={filter.level}
            onChange={({ target }) =>
              set({
                level: LEVELS.find((level) => level === target.value) ?? "all",
              })
            }
          >
            <option value="all">All</option>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {level === "ERROR" ? level : `${level} and above`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isFiltered && (
        <Button className={styles.reset} onClick={() => onChange(EVERYTHING)}>
          Show all
        </Button>
      )}
    </search>
  );
}

function keyOf<K extends string>(
  record: Record<K, unknown>,
  text: string,
): K | undefined {
  return (Object.keys(record) as K[]).find((key) => key === text);
}
