import type { Resource } from "#convex/shared/validators";
import type { Live } from "../../lib/use-live";
import { AnyLink, isOutward } from "../../ui/any-link";
import { classNames } from "../../ui/class-names";
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
      {(resources) => (
        <ul className={classNames("stack gap-3", styles.list)}>
          {resources.map((resource) => (
            <li key={resource._id} className={classNames("plate", styles.card)}>
              <h2 className={styles.title}>
                <AnyLink href={resource.url} className={styles.link}>
                  {resource.title}
                </AnyLink>
                {!isOutward(resource.url) && <ArrowIcon />}
              </h2>
              <p>{resource.description}</p>
            </li>
          ))}
        </ul>
      )}
    </LiveList>
  );
}

function ResourcesSkeleton() {
  return (
    <div className={classNames("stack gap-3", styles.list)}>
      {["first", "second", "third", "fourth"].map((card) => (
        <Skeleton key={card} height="12rem" />
      ))}
    </div>
  );
}
