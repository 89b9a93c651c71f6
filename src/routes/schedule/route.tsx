import { Suspense } from "react";
import { Link } from "react-router-dom";
import { FEED_PATH } from "#convex/content/shared/schedule";
import { event } from "../../content/event";
import { actionHref } from "../../lib/connection/site-url";
import { lazyPart } from "../../lib/connection/load-part";
import { askForAll } from "../../lib/connection/first-answers";
import { useHydrated } from "../../lib/use-hydrated";
import { paths } from "../../paths";
import { NeedsScript } from "../../ui/needs-script";
import { Skeleton } from "../../ui/skeleton";
import styles from "./schedule.module.css";

const RunSheet = lazyPart(async () => (await import("./run-sheet")).RunSheet);

// The live query needs a connection, which is opened only after all scripts.
if (!import.meta.env.SSR) void askForAll("schedule:list", {});

/** What happens when. The HTML has the heading and the links; the entries come live. */
export function Component() {
  const isHydrated = useHydrated();
  return (
    <div className="container">
      <div className="stack gap-6 content-start page-padding page-height">
        <header className="stack gap-4">
          <h1 className="display-l">Schedule</h1>
          <p className="measure soft text-l">
            {event.city}. Times are India’s (IST).
          </p>
          <NeedsScript>Seeing what is on</NeedsScript>
          <noscript>
            {import.meta.env.SSR && (
              <p className="row gap-x-5 gap-2">
                <a href={actionHref(FEED_PATH)}>Download the calendar</a>
                <Link to={`${paths.landing}#timeline`}>
                  The dates before the event
                </Link>
              </p>
            )}
          </noscript>
        </header>
        {isHydrated ? (
          <Suspense fallback={<Pending />}>
            <RunSheet />
          </Suspense>
        ) : (
          <div className={styles.pending} />
        )}
      </div>
    </div>
  );
}

function Pending() {
  return <Skeleton height="40rem" />;
}
