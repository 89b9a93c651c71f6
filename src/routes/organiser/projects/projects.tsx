import { useMutation, useQueries } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "#convex/_generated/api";
import type {
  ListedProject,
  ProjectLinks,
} from "#convex/projects/shared/projects";
import { shownReceipt } from "#convex/platform/shared/text";
import { linksOf } from "#convex/projects/shared/links";
import { specialAwards } from "../../../content/prizes";
import { formatMoment } from "../../../lib/time/format-time";
import { useSettings } from "../../../lib/settings/live-settings";
import { dataOf, type Live } from "../../../lib/connection/use-live";
import { paths, projectAddress } from "../../../paths";
import { AnyLink } from "../../../ui/any-link";
import { Button, LinkButton } from "../../../ui/button";
import { useQuestion } from "../../../ui/confirmation";
import { indianCell } from "../frame/indian-time";
import { useOrganiserQuery } from "../frame/live";
import type { Column } from "../list/data-table";
import {
  RowsScreen,
  type ListDefinition,
  type Rows,
} from "../list/list-screen";
import { Written, written } from "../../../ui/written";

const definition: ListDefinition<ListedProject> = {
  list: "projects",
  chips: {
    parameter: "state",
    chips: [
      { id: "all", label: "All", isListed: () => true, empty: "" },
      {
        id: "drafts",
        label: "Drafts",
        isListed: ({ status }) => status === "draft",
        empty: "Every project is handed in.",
      },
      {
        id: "handed-in",
        label: "Handed in",
        isListed: ({ status }) => status === "handed_in",
        empty: "No project is handed in yet.",
      },
      {
        id: "changed",
        label: "Changed since",
        isListed: ({ hasChanges }) => hasChanges,
        empty: "Nothing was changed after it was handed in.",
      },
    ],
  },
  searchLabel: "Search projects and teams",
  failure: "Failed to load the projects",
  empty: "No team has begun a project yet.",
  arrangement: {
    textOf: ({ name, teamName, receipt }) =>
      [name, teamName, receipt].join(" "),
    initial: { columnId: "changed", direction: "descending" },
    pageSize: 30,
  },
  columns: [
    {
      id: "name",
      heading: "Project",
      sortKey: ({ name }) => name,
      weight: 3,
      cell: ({ _id, name, status, summary, missing, ...project }) => (
        <span>
          <strong>
            {status === "handed_in" ? (
              <AnyLink href={projectAddress(_id)}>
                <Written>{name}</Written>
              </AnyLink>
            ) : (
              name || "Without a name"
            )}
          </strong>
          {summary !== "" && (
            <span className="org-description" {...written(summary)}>
              {summary}
            </span>
          )}
          <Links project={project} />
          {missing.length > 0 && (
            <span className="org-description">
              {`Missing: ${missing.join(", ")}`}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "team",
      heading: "Team",
      sortKey: ({ teamName }) => teamName,
      weight: 2,
      cell: ({ teamName }) => <Written>{teamName}</Written>,
    },
    {
      id: "state",
      heading: "State",
      weight: 3,
      cell: ({ receipt, handedInAt, hasChanges }) =>
        receipt === null || handedInAt === null ? (
          <span>Draft</span>
        ) : (
          <span>
            {`Handed in ${formatMoment(handedInAt)}, receipt ${shownReceipt(receipt)}${hasChanges ? ", changed since" : ""}`}
          </span>
        ),
    },
    {
      id: "changed",
      heading: "Changed",
      sortKey: ({ updatedAt }) => updatedAt,
      weight: 2,
      cell: ({ updatedAt, updatedBy }) => (
        <span>{`${formatMoment(updatedAt)} by ${updatedBy}`}</span>
      ),
    },
  ],
  csvColumns: {
    Project: ({ name }) => name,
    Team: ({ teamName }) => teamName,
    Tracks: ({ tracks }) =>
      specialAwards
        .filter(({ id }) => tracks.includes(id))
        .map(({ title }) => title)
        .join(", "),
    Receipt: ({ receipt }) => receipt,
    "Handed in (IST)": ({ handedInAt }) =>
      handedInAt === null ? null : indianCell(handedInAt),
    Missing: ({ missing }) => missing.join(", "),
    "Changed (IST)": ({ updatedAt }) => indianCell(updatedAt),
  },
};

/** The links that its team has given. */
function Links({ project }: { project: ProjectLinks }) {
  const links = linksOf(project);
  return (
    links.length > 0 && (
      <span className="org-links row gap-1 gap-x-3 text-s">
        {links.map(({ label, href }) => (
          <AnyLink key={label} href={href}>
            {label}
          </AnyLink>
        ))}
      </span>
    )
  );
}

/** Every project, including drafts, which an organiser may hand in for the team. */
export function Projects() {
  const isPublished = useSettings()?.galleryPublished === true;
  const handInFor = useMutation(api.projects.handInFor);
  const { ask, dialog } = useQuestion();
  const live = useProjects();
  const askFor = (project: ListedProject) =>
    ask({
      title: `Hand in ${project.name}?`,
      text: `What ${project.teamName} has written is handed in as it is now, also after submissions closed. The team gets a receipt with your name, and the audit log says so.${replacedBy(project)}`,
      confirm: "Hand in for the team",
      tone: "signal",
      failure: "Failed to hand in the project",
      onConfirm: () =>
        handInFor({ projectId: project._id, seen: project.receipt }),
    });
  return (
    <>
      <RowsScreen
        definition={{
          ...definition,
          columns: [...definition.columns, handInColumn(askFor)],
          actions: (
            <LinkButton
              to={paths.projects}
            >{`Gallery (${isPublished ? "published" : "not published"})`}</LinkButton>
          ),
        }}
        live={live}
      />
      {dialog}
    </>
  );
}

/** What a hand-in for this team takes away: the team cannot bring it back. */
function replacedBy({ receipt, handedInAt, holds }: ListedProject): string {
  if (receipt === null || handedInAt === null) return "";
  return ` What the team handed in on ${formatMoment(handedInAt)}, receipt ${shownReceipt(receipt)}, with ${holds?.join(", ")}, counts no longer.`;
}

/** A query for each: one for all would read them all again at every word that a team saves. */
function useProjects(): Live<Rows<ListedProject>> {
  const list = useOrganiserQuery(api.projects.list, {});
  const projectIds = dataOf(list)?.projectIds;
  const answers: Record<string, ListedProject | null | Error | undefined> =
    useQueries(
      useMemo(
        () =>
          Object.fromEntries(
            (projectIds ?? []).map((projectId) => [
              projectId,
              { query: api.projects.listed, args: { projectId } },
            ]),
          ),
        [projectIds],
      ),
    );
  const all = Object.values(answers);
  // Later, a new one is added once it is there.
  const [wasWhole, setWasWhole] = useState(false);
  const isWhole = list.status === "success" && !all.includes(undefined);
  if (isWhole && !wasWhole) setWasWhole(true);
  if (list.status !== "success") return list;
  if (all.some((answer) => answer instanceof Error)) return { status: "error" };
  if (!isWhole && !wasWhole) return { status: "pending" };
  const { isComplete } = list.data;
  return {
    status: "success",
    data: {
      rows: all.flatMap((it) => (it instanceof Error ? [] : (it ?? []))),
      isComplete,
    },
  };
}

function handInColumn(
  onAsk: (project: ListedProject) => void,
): Column<ListedProject> {
  return {
    id: "hand-in",
    heading: "Hand in",
    weight: 2,
    cell: (project) =>
      project.missing.length === 0 &&
      (project.status === "draft" || project.hasChanges) ? (
        <Button
          aria-label={`Hand in ${project.name}`}
          onClick={() => onAsk(project)}
        >
          Hand in
        </Button>
      ) : null,
  };
}
