import { ConvexProvider } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { GalleryEntry } from "#convex/gallery/shared";
import {
  FIRST_PAGE,
  MAX_LISTED,
  MAX_SEARCH_LENGTH,
} from "#convex/platform/shared/lists";
import { TRACKS, type Track } from "#convex/projects/shared/projects";
import { specialAwards } from "../../content/prizes";
import { PublishedResults } from "../../features/results/published-results";
import { convex } from "../../lib/connection/convex-client";
import { debounce } from "../../lib/time/debounce";
import { searchRows } from "../../lib/search-rows";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { LiveRegion } from "../../ui/visually-hidden";
import { ProjectCard } from "./project-card";
import styles from "./projects.module.css";
import { StaffBar } from "./staff-bar";
import { Unpublished } from "./unpublished";
import { useGallery } from "./use-gallery";
import { WallPending } from "./wall-pending";

const TYPING_REST_MS = 250;

type Props = {
  /** Is told whether this reader may see the projects, as soon as that is known. */
  onPublic: (isPublic: boolean) => void;
};

/** All projects as a wall of matches, with search and track in the address. */
export function Wall(props: Props) {
  return (
    <ConvexProvider client={convex}>
      <LiveWall {...props} />
    </ConvexProvider>
  );
}

export function WallTools() {
  const [filter, setFilter] = useFilter();
  return (
    <search className="grid gap-4 halves" aria-label="Search projects">
      <SearchField
        value={filter.search ?? ""}
        onSearch={(search) => setFilter({ ...filter, search })}
      />
      <SelectField
        label="Track"
        none="All tracks"
        name="track"
        options={specialAwards.map(({ id, title }) => [id, title])}
        value={filter.track ?? ""}
        onChange={(track) => setFilter({ ...filter, track })}
      />
    </search>
  );
}

function LiveWall({ onPublic }: Props) {
  const [filter, setFilter] = useFilter();
  const [limit, setLimit] = useState(FIRST_PAGE);
  // One list for all who search, however many words they try.
  const answer = useGallery(api.projects.gallery, {
    limit: Object.keys(filter).length > 0 ? MAX_LISTED : limit,
  });
  const isPublic = answer.status !== "unpublished";
  useLayoutEffect(() => onPublic(isPublic), [onPublic, isPublic]);
  if (!isPublic) {
    return (
      <>
        <Unpublished />
        <PublishedResults />
      </>
    );
  }
  return (
    <>
      <StaffBar />
      {answer.status === "failed" && (
        <LoadFailure>Failed to load the projects</LoadFailure>
      )}
      {answer.status === "pending" && <WallPending />}
      {answer.status === "there" && (
        <ListedWall
          {...answer.data}
          isOld={answer.isOld}
          filter={filter}
          limit={limit}
          onMore={() => setLimit(limit * 2)}
          onShowAll={() => setFilter({})}
        />
      )}
    </>
  );
}

/** While all projects load to be searched, those that are there are. */
function ListedWall({
  projects,
  hasMore,
  isOld,
  filter,
  limit,
  onMore,
  onShowAll,
}: FunctionReturnType<typeof api.projects.gallery> & {
  isOld: boolean;
  filter: Filter;
  limit: number;
  onMore: () => void;
  onShowAll: () => void;
}) {
  const isFiltered = Object.keys(filter).length > 0;
  const fitting = fittingProjects(projects, filter);
  const shown = fitting.slice(0, limit);
  const isMore = fitting.length > limit || (hasMore && !isFiltered);
  if (shown.length === 0 && isOld) return <WallPending />;
  return (
    <>
      <LiveRegion>{countInWords(shown.length, isMore)}</LiveRegion>
      {shown.length === 0 ? (
        <div className="stack gap-5 content-start justify-items-start">
          <p>
            {isFiltered
              ? "No projects match."
              : "No team has handed in a project yet. They appear here as they do."}
          </p>
          {isFiltered && <Button onClick={onShowAll}>Show all projects</Button>}
        </div>
      ) : (
        <ul
          className={`stack gap-5 wide-halves wider-thirds ${styles.wall}`}
          aria-label="Projects"
          aria-busy={isOld}
        >
          {shown.map((project, place) => (
            <li key={project.projectId}>
              <ProjectCard project={project} isFirst={place === 0} />
            </li>
          ))}
        </ul>
      )}
      {isMore && limit < MAX_LISTED && (
        <div>
          <Button onClick={onMore}>Show more</Button>
        </div>
      )}
      {hasMore && projects.length >= MAX_LISTED && (
        <p>{`Only the first ${MAX_LISTED} projects are listed and searched.`}</p>
      )}
    </>
  );
}

/** By what the card shows. */
function fittingProjects(
  projects: readonly GalleryEntry[],
  { search = "", track }: Filter,
) {
  return searchRows(
    projects.filter(({ tracks }) => !track || tracks.includes(track)),
    search,
    ({ name, summary, builtWith, teamName }) =>
      [name, summary, ...builtWith, teamName ?? ""].join("\n"),
  );
}

/** Searches when typing pauses; follows changes of the address. */
function SearchField({
  value,
  onSearch,
}: {
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  if (value !== searched) {
    setSearched(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === searched) return;
    const search = debounce(() => {
      setSearched(typed);
      onSearch(typed);
    }, TYPING_REST_MS);
    search.call();
    return search.cancel;
  }, [typed, searched, onSearch]);
  return (
    <TextField
      label="Search"
      name="search"
      type="search"
      required={false}
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={({ target }) =>
        setTyped(target.value.slice(0, MAX_SEARCH_LENGTH))
      }
    />
  );
}

type Filter = { search?: string; track?: Track };

function useFilter() {
  const [parameters, setParameters] = useSearchParams();
  // It may come from an address that somebody wrote.
  const search = (parameters.get("search") ?? "").slice(0, MAX_SEARCH_LENGTH);
  const track = TRACKS.find((one) => one === parameters.get("track"));
  const filter = useMemo<Filter>(
    () => ({
      ...(search !== "" && { search }),
      ...(track !== undefined && { track }),
    }),
    [search, track],
  );
  function setFilter(wanted: { search?: string; track?: string }) {
    const entries = Object.entries(wanted).filter(([, text]) => text !== "");
    setParameters(entries, { replace: true, preventScrollReset: true });
  }
  return [filter, setFilter] as const;
}

function countInWords(count: number, isMore: boolean): string {
  if (isMore) return `The first ${count} projects`;
  return count === 1 ? "1 project" : `${count} projects`;
}
