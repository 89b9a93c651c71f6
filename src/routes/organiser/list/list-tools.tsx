import { TextField } from "../../../ui/text-field";
import { LiveRegion } from "../../../ui/visually-hidden";
import type { Arranged } from "./use-arranged";

export function ListTools<Row>({
  label,
  all,
  isComplete = true,
  arranged: { search, setSearch, rows, cut },
}: {
  label: string;
  all: readonly Row[];
  /** False if there are more rows than were loaded. */
  isComplete?: boolean;
  arranged: Arranged<Row>;
}) {
  return (
    <div className="row gap-3 gap-x-5 items-end org-tools">
      <search>
        <TextField
          label={label}
          type="search"
          autoComplete="off"
          isOptional={false}
          required={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      <p className="flex items-center quiet tabular target">
        {`${shownOf(cut, rows.length, all.length)}${!isComplete ? " (there are more than can be loaded at once)" : ""}`}
      </p>
      <LiveRegion>
        {search.trim() === "" ? "" : `${rows.length} found`}
      </LiveRegion>
    </div>
  );
}

/** Such as "1–50 of 80 found in 215". */
function shownOf(
  { pages, from, to }: { pages: number; from: number; to: number },
  found: number,
  all: number,
): string {
  const total = found === all ? `${all}` : `${found} found in ${all}`;
  if (pages > 1) return `${from}–${to} of ${total}`;
  return found === all ? `All ${all}` : total;
}
