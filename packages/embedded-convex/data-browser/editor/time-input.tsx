import { timeInBothZones, zoneName } from "../time/format-time";
import { isTimeLike } from "../values/time-like";
import styles from "./value-editor.module.css";

/** Field names that suggest a time. */
const TIME_NAME = /(at|time|date|expires|until)$/i;

/** For numbers that look like timestamps: the formatted time and a date picker. */
export function TimeInput(props: {
  name: string;
  text: string;
  onText: (text: string) => void;
}) {
  const { name, text, onText } = props;
  const number = text.trim() === "" ? undefined : Number(text);
  const isTime = isTimeLike(number);
  if (!isTime && !TIME_NAME.test(name)) return null;
  const choose = (local: string) => {
    const time = new Date(local).getTime();
    if (!Number.isNaN(time)) onText(String(time));
  };
  return (
    <div className={styles.time}>
      <label>
        Local time{isTime && ` (${zoneName(number)})`}{" "}
        <input
          type="datetime-local"
          step="1"
          value={isTime ? localText(number) : ""}
          onChange={(event) => choose(event.target.value)}
        />
      </label>
      {isTime && <span>{timeInBothZones(number)}</span>}
    </div>
  );
}

/** The format of `datetime-local`: local time without an offset. */
function localText(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 19);
}
