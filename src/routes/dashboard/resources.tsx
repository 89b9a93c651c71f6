import type { Resource } from "#convex/content/shared/content";
import type { Live } from "../../lib/connection/use-live";
import { AnyLink, isOutward } from "../../ui/any-link";
import { ArrowIcon } from "../../ui/icons";
import { Skeleton } from "../../ui/skeleton";
import { LiveList } from "./live-list";
import styles from "./resources.module.css";

export function Resources({ live }: { live: Live<readonly Resource[]> }) {
  return (
    <LiveList
      live={live}
      skeleton={<ResourcesSkeleton />}
      failure="Failed to load resources"
      empty="Nothing here yet. Links that help you build appear here at once."
    >
      {(resources) => <ResourceList resources={resources} />}
    </LiveList>
  );
}

export function ResourceList({
  resources,
}: {
  /** `_id` is missing in a preview. */
  resources: readonly (Omit<Resource, "_id"> & Partial<Resource>)[];
}) {
  return (
    <ul className="stack gap-3 wide-halves">
      {resources.map(({ _id = "", title, url, description }) => (
        <li key={_id} className={`plate plate-link grid gap-5 ${styles.card}`}>
          <h2
            className={`flex gap-4 items-center justify-between ${styles.title}`}
          >
            <AnyLink
              href={url}
              className={`min-w-0 plain covering ${styles.link}`}
            >
              {title}
            </AnyLink>
            {!isOutward(url) && <ArrowIcon />}
          </h2>
          <p className="soft">{description}</p>
        </li>
      ))}
    </ul>
  );
}

function ResourcesSkeleton() {
  return (
    <div className="stack gap-3 wide-halves">
      {["first", "second", "third", "fourth"].map((card) => (
        <Skeleton key={card} height="12rem" />
      ))}
    </div>
  );
}
