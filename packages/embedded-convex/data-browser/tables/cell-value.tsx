import type { Value } from "convex/values";
import { Link } from "react-router-dom";
import { paths } from "../navigation/paths";
import { useComponent } from "../navigation/use-component";
import { printValue } from "../values/print-value";
import { localTime, timeInBothZones } from "../time/format-time";
import { isTimeLike } from "../values/time-like";
import { tableOfIds, type FieldRule } from "../values/validator";
import styles from "./cell-value.module.css";

/** Longer values are cut in the cell; the document's panel shows them whole. */
const MAX_LENGTH = 160;

/** A value on one line, formatted by its type. */
export function CellValue(props: {
  value: Value | undefined;
  rule: FieldRule;
}) {
  const { value, rule } = props;
  if (value === undefined) return <Absent />;
  if (value === null) return <span className={styles.null}>null</span>;
  if (typeof value === "string") return <Text text={value} rule={rule} />;
  if (isTimeLike(value)) return <Time time={value} />;
  if (typeof value === "boolean") {
    return <span className={styles.code}>{value ? "true" : "false"}</span>;
  }
  const text = printValue(value);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return (
    <span className={isNumber ? styles.number : styles.code}>{cut(text)}</span>
  );
}

function Absent() {
  return (
    <span className={styles.absent}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not there</span>
    </span>
  );
}

function Text({ text, rule }: { text: string; rule: FieldRule }) {
  const { link } = useComponent();
  const table = tableOfIds(rule.validator);
  if (table !== undefined) {
    return (
      <Link className={styles.id} to={link(paths.document(table, text))}>
        {text}
      </Link>
    );
  }
  if (text === "") return <span className={styles.null}>empty</span>;
  return <span>{cut(text)}</span>;
}

function Time({ time }: { time: number }) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={`${time}: ${timeInBothZones(time)}`}
      className={styles.number}
    >
      {localTime(time)}
    </time>
  );
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
