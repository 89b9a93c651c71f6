import type { Value } from "convex/values";
import { Link } from "react-router-dom";
import { paths, useComponent } from "../navigation/paths";
import { printValue } from "../values/print-value";
import { isTimeLike, localTime, timeInBothZones } from "../time/format-time";
import { tableOfIds, type FieldRule } from "../values/validator";

/** Longer values are cut in the cell; the document's panel shows them whole. */
const MAX_LENGTH = 160;

/** A value on one line, formatted by its type. */
export function CellValue(props: {
  value: Value | undefined;
  rule: FieldRule;
}) {
  const { value, rule } = props;
  if (value === undefined) return <Absent />;
  if (value === null) return <em className="quiet">null</em>;
  if (typeof value === "string") return <Text text={value} rule={rule} />;
  if (isTimeLike(value)) return <Time time={value} />;
  if (typeof value === "boolean") {
    return <span className="code">{value ? "true" : "false"}</span>;
  }
  const text = printValue(value);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return <span className={isNumber ? "number" : "code"}>{cut(text)}</span>;
}

function Absent() {
  return (
    <em className="quiet">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not there</span>
    </em>
  );
}

function Text({ text, rule }: { text: string; rule: FieldRule }) {
  const { link } = useComponent();
  const table = tableOfIds(rule.validator);
  if (table !== undefined) {
    return (
      <Link className="code" to={link(paths.document(table, text))}>
        {text}
      </Link>
    );
  }
  if (text === "") return <em className="quiet">empty</em>;
  return <span>{cut(text)}</span>;
}

function Time({ time }: { time: number }) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={`${time}: ${timeInBothZones(time)}`}
      className="number"
    >
      {localTime(time)}
    </time>
  );
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
