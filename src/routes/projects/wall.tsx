import { ConvexProvider } from "convex/react";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "#convex/_generated/api";
import {
  FIRST_PAGE,
  MAX_LISTED,
  MAX_SEARCH_LENGTH,
} from "#convex/shared/lists";
import type { Track } from "#convex/shared/projects";
import { PublishedResults } from "../../features/results/published-results";
import { convex } from "../../lib/convex-client";
import { debounce } from "../../lib/debounce";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { LiveRegion } from "../../ui/visually-hidden";
import { ProjectCard } from "./project-card";
import styles from "./projects.module.css";
import { StaffBar } from "./staff-bar";
import { trackOf, tracks } from "./tracks";
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
    <search className={styles.tools} aria-label="Search projects">
      <SearchField
        value={filter.search ?? ""}
        onSearch={(search) => setFilter({ ...filter, search })}
      />
      <SelectField
        label="Track"
        none="All tracks"
        name="track"
        options={tracks.map(({ id, title }) => ({ value: id, label: title }))}
        value={filter.track ?? ""}
        onChange={(track) => setFilter({ ...filter, track })}
      />
    </search>
  );
}

function LiveWall({ onPublic }: Props) {
  const [filter, setFilter] = useFilter();
  const [limit, setLimit] = useState(FIRST_PAGE);
  const answer = useGallery(api.projects.gallery, { ...filter, limit });
  const isFiltered = Object.keys(filter).length > 0;
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
        <>
          <LiveRegion>{countInWords(answer.data)}</LiveRegion>
          {answer.data.projects.length === 0 ? (
            <div className="stack gap-5 content-start justify-items-start">
              <p>
                {isFiltered
                  ? "No projects match."
                  : "No team has handed in a project yet. They appear here as they do."}
              </p>
              {isFiltered && (
                <Button onClick={() => setFilter({})}>Show all projects</Button>
              )}
            </div>
          ) : (
            <ul
              className={`stack gap-5 ${styles.wall}`}
              aria-label="Projects"
              aria-busy={answer.isOld}
            >
              {answer.data.projects.map((project, place) => (
                <li key={project.projectId}>
                  <ProjectCard project={project} isFirst={place === 0} />
                </li>
              ))}
            </ul>
          )}
          {answer.data.hasMore && limit < MAX_LISTED && (
            <div>
              <Button onClick={() => setLimit(limit * 2)}>Show more</Button>
            </div>
          )}
          {answer.data.hasMore && limit >= MAX_LISTED && (
            <p>Search to find the others.</p>
          )}
          {!answer.data.isComplete && (
            <p>Not every project was searched: there are too many.</p>
          )}
        </>
      )}
    </>
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
  const track = trackOf(parameters.get("track") ?? "")?.id;
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

function countInWords({
  projects: { length },
  hasMore,
}: {
  projects: readonly unknown[];
  hasMore: boolean;
}): string {
  if (hasMore) return `The first ${length} projects`;
  return length === 1 ? "1 project" : `${length} projects`;
}
