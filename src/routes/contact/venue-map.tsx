import { venue } from "../../content/contact";
import { useHydrated } from "../../lib/use-hydrated";
import { AnyLink } from "../../ui/any-link";
import { classNames } from "../../ui/class-names";
import { LiveMap } from "./live-map";
import styles from "./venue-map.module.css";

/** The way to the venue: a drawn map at once, and the real one over it as soon as it is known to have come. */
export function VenueMap() {
  const { map } = venue;
  const { width, height, alt, src } = map.poster;
  return (
    <section className={styles.venue} aria-labelledby="venue">
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
      <div className={classNames("plate", styles.caption)}>
        <h2 id="venue">Find the hall</h2>
        <p>
          {venue.name}, {venue.addressLines[0]}
        </p>
        <p>
          <AnyLink href={map.href}>Open the large map</AnyLink>
        </p>
      </div>
    </section>
  );
}
