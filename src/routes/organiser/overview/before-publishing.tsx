import { countOf, type Samples } from "../../../content/samples";
import { CheckIcon, WarningIcon } from "../../../ui/icons";
import { Panel } from "../../../ui/panel";
import { counted } from "../frame/words";

/** The sample values that organisers replace before the site is published. */
export function BeforePublishing({ samples }: { samples: readonly Samples[] }) {
  const count = countOf(samples);
  return (
    <Panel aria-labelledby="before-publishing">
      <div className="stack gap-5 org-panel">
        <div className="stack gap-2 org-panel-title">
          <h2 id="before-publishing">Before you publish</h2>
          <p>
            Values that were invented for this site, to be replaced in its
            files.
          </p>
        </div>
        {count === 0 ? (
          <p className="org-verdict">
            <CheckIcon />
            No sample values are left
          </p>
        ) : (
          <>
            <p className="org-verdict" data-hot="true">
              <WarningIcon />
              {counted(count, "sample value")} left
            </p>
            <ul className="org-samples">
              {samples.map(({ what, values, where, file }) => (
                <li key={what}>
                  <p>
                    <strong>{what}</strong>
                    {values.length > 1 && (
                      <span className="org-quiet"> {values.length}</span>
                    )}
                  </p>
                  <p>{values.join(", ")}</p>
                  <p className="org-quiet">
                    Shown in: {where}. Replace it in <code>{file}</code>
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}
