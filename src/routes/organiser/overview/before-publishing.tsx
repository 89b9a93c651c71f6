import { countOf, type Samples } from "../../../content/samples";
import { CheckIcon, WarningIcon } from "../../../ui/tool-icons";
import { counted } from "../frame/words";
import { TitledPanel } from "../frame/titled-panel";

/** The sample values that organisers replace before the site is published. */
export function BeforePublishing({ samples }: { samples: readonly Samples[] }) {
  const count = countOf(samples);
  return (
    <TitledPanel
      title="Before you publish"
      lead="Values that were invented for this site, to be replaced in its files."
    >
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
          <ul className="org-samples stack">
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
    </TitledPanel>
  );
}
