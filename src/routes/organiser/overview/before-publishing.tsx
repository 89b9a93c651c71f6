import { Link } from "react-router-dom";
import { counted } from "#convex/shared/text";
import { countOf, type Samples } from "../../../content/samples";
import { addressOf } from "../frame/sections";
import { Fold } from "./fold";

/** The sample values that organisers replace before the site is published. */
export function BeforePublishing({ samples }: { samples: readonly Samples[] }) {
  const count = countOf(samples);
  if (count === 0) return null;
  return (
    <Fold title={`${counted(count, "sample value")} to replace`}>
      <p>
        Values that were invented for this site, to be replaced before it is
        published.
      </p>
      <ul className="org-samples stack">
        {samples.map(({ what, values, where, file, isInForm }) => (
          <li key={what} className="grid gap-1">
            <p>
              <strong>{what}</strong>
              {values.length > 1 && (
                <span className="org-quiet text-s"> {values.length}</span>
              )}
            </p>
            <p>{values.join(", ")}</p>
            <p className="org-quiet text-s">
              Shown in: {where}. Replace it{" "}
              {isInForm ? (
                <Link to={addressOf("settings/addresses")}>
                  under Settings → Addresses
                </Link>
              ) : (
                <>
                  in <code>{file}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
