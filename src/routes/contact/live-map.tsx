import { useState } from "react";
import { venue } from "../../content/contact";
import { classNames } from "../../ui/class-names";
import styles from "./live-map.module.css";

/**
 * The map of OpenStreetMap, seen only when it has come. A frame says "load" for the browser's own error page too; an
 * object knows the difference, so one asks for the same page once more, from the cache, before the frame is shown.
 */
export function LiveMap() {
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
        className={classNames(styles.map, state === "here" && styles.here)}
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
