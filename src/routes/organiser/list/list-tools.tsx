import { TextField } from "../../../ui/text-field";
import { LiveRegion } from "../../../ui/visually-hidden";
import type { Arranged } from "./use-arranged";

/** The search over a list, and how much of it is shown. */
export function ListTools<Row>({
  label,
  all,
  isComplete = true,
  arranged: { search, setSearch, rows, cut },
}: {
  label: string;
  all: readonly Row[];
  /** False if there are more than were loaded. */
  isComplete?: boolean;
  arranged: Arranged<Row>;
}) {
  const found =
    rows.length === all.length
      ? `${all.length}`
      : `${rows.length} found among ${all.length}`;
  const shown = cut.pages > 1 ? `${cut.from}–${cut.to} of ` : "";
  return (
    <div className="org-tools">
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
      <p className="org-shown">
        {shown}
        {found}
        {!isComplete && " (there are more than can be loaded at once)"}
      </p>
      <LiveRegion>
        {search.trim() === "" ? "" : `${rows.length} found`}
      </LiveRegion>
    </div>
  );
}
