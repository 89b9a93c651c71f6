import { useState } from "react";
import { venue } from "../../content/contact";
import { useHydrated } from "../../lib/use-hydrated";
import { AnyLink } from "../../ui/any-link";
import { classNames } from "../../ui/class-names";
import styles from "./venue-map.module.css";

/** A drawn map, covered by the real one once that has loaded. */
export function VenueMap() {
  const { map } = venue;
  const { width, height, alt, src } = map.poster;
  return (
    <section className={`grid ${styles.venue}`} aria-labelledby="venue">
      <div className={styles.map}>
        <img
          src={src}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          className={styles.poster}
        />
        {useHydrated() && <LiveMap />}
      </div>
      <div className={`plate grid gap-2 soft clear-links ${styles.caption}`}>
        <h2 id="venue">Find the hall</h2>
        <p>
          <span data-venue={0}>{venue.name}</span>,{" "}
          <span data-venue={1}>{venue.addressLines[0]}</span>
        </p>
        <p>
          <AnyLink href={map.href}>Open the large map</AnyLink>
        </p>
      </div>
    </section>
  );
}

/**
 * The OpenStreetMap iframe, visible only once it has loaded. An iframe also fires "load" for the browser's error page,
 * an `<object>` does not: so an object requests the same page again, from the cache, first.
 */
function LiveMap() {
  const { title, embedHref } = venue.map;
  const [state, setState] = useState<"coming" | "asking" | "here">("coming");
  return (
    <>
      <iframe
        src={embedHref}
        title={title}
        loading="lazy"
        referrerPolicy="strict-origin"
        onLoad={() => setState("asking")}
        className={classNames(styles.live, state === "here" && styles.here)}
      />
      {state === "asking" && (
        <object
          ref={(probe) =>
            probe?.addEventListener("load", () => setState("here"))
          }
          data={embedHref}
          type="text/html"
          tabIndex={-1}
          aria-hidden="true"
          aria-label={title}
          className={styles.probe}
        />
      )}
    </>
  );
}
