import { tidyLine, tidyText } from "#convex/platform/shared/text";
import { indianInput } from "../frame/indian-time";

type Value = string | number | boolean | null;

/** The fields of a row; `More` is allowed besides. */
export type Fields<More = never> = Record<string, Value | undefined | More>;

/** Merges concurrent edits: fields that are unchanged since the form was `opened` keep what is `current`. */
export function keepUntouched<Draft extends Fields>(
  opened: NoInfer<Draft>,
  draft: Draft,
  current: NoInfer<Draft>,
): Draft {
  const names = Object.keys(draft) as (keyof Draft & string)[];
  return names.reduce(
    (merged, name) =>
      isUntouched(name, opened[name], draft[name])
        ? { ...merged, [name]: current[name] }
        : merged,
    draft,
  );
}

/** A form gives texts back tidied, and instants to the minute. */
function isUntouched(name: string, opened?: Value, draft?: Value): boolean {
  if (typeof opened === "string") {
    return draft === tidyText(opened) || draft === tidyLine(opened);
  }
  if (name.endsWith("At") && typeof draft === "number") {
    return indianInput(draft) === indianInput(Number(opened));
  }
  // A tick or a choice that rows without it lack.
  return (
    draft === opened ||
    ((draft === false || draft === null) && opened === undefined)
  );
}
