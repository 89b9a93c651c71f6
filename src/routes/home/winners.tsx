import { Suspense, useEffect, useState, type RefObject } from "react";
import { Link } from "react-router-dom";
import type { PublishedResults } from "#convex/judging/shared/judging";
import { lazyPart, never } from "../../lib/connection/load-part";
import { projectAddress } from "../../paths";
import styles from "./winners.module.css";

// Hardly ever needed.
const Corrected = lazyPart(
  async () => (await import("../../features/results/corrected")).Corrected,
);

/** How far from the screen the winners are asked for. */
const NEAR = "100%";

export type Results = Pick<PublishedResults, "awards" | "corrections">;

const NONE: Results = { awards: [] };

/**
 * The winners, once they are published. They are asked for when `place` is near the screen, which it is only when the
 * event is over: in other phases it is not displayed.
 */
export function useWinners(place: RefObject<Element | null>): Results {
  const [results, setResults] = useState(NONE);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        void ask().then(setResults);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return results;
}

async function ask(): Promise<Results> {
  const { askForAll } =
    await import("../../lib/connection/first-answers").catch(never);
  const published = await askForAll<PublishedResults | null>(
    "judging:published",
    {},
  );
  return published ?? NONE;
}

/** Who has won a prize; their place is kept until they are known. */
export function Winners({
  award,
  results: { awards, corrections },
  place,
}: {
  award: string;
  results: Results;
  place?: RefObject<HTMLUListElement | null>;
}) {
  return (
    <>
      <ul
        ref={place}
        className={`stack gap-2 content-start ${styles.winners}`}
        data-when="over"
      >
        {awards
          .filter((won) => won.award === award)
          .map(({ projectId, projectName, teamName }) => (
            <li key={projectId} className="grid gap-1">
              <Link
                to={projectAddress(projectId)}
                className="small-headline upper"
              >
                <bdi>{projectName}</bdi>
              </Link>
              {teamName !== null && (
                <bdi className="soft text-s">{teamName}</bdi>
              )}
            </li>
          ))}
      </ul>
      {corrections && (
        <Suspense>
          <Corrected award={award} corrections={corrections} />
        </Suspense>
      )}
    </>
  );
}
