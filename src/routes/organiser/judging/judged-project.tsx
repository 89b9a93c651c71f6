import type { JudgingProgress } from "#convex/judging/shared/judging";
import { awardTitle } from "../../../content/award-words";
import type { Column } from "../list/data-table";
import { Written } from "../../../ui/written";

/** The fields of a project that all lists of judging show. */
type JudgedProject = Pick<
  JudgingProgress["projects"][number],
  "_id" | "name" | "teamName" | "table" | "tracks"
>;

/** The text that a search looks through. */
export function searchTextOf({
  name,
  teamName,
  table,
  tracks,
}: JudgedProject): string {
  return [name, teamName, table, ...tracks.map(awardTitle)].join(" ");
}

/** The name of a project, and below it its team and tracks. */
export const projectColumn: Column<JudgedProject> = {
  id: "name",
  heading: "Project",
  sortKey: ({ name }) => name,
  weight: 3,
  cell: ({ name, teamName, tracks }) => (
    <span>
      <strong>
        <Written>{name}</Written>
      </strong>
      <span className="org-description">
        <Written>{teamName}</Written>
        <span>{tracks.map((track) => ` · ${awardTitle(track)}`).join("")}</span>
      </span>
    </span>
  ),
};
