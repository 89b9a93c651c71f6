import type { AuditRow } from "../../../../convex/shared/validators";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { describeChange } from "./describe-change";

/** The fields of a row before and after. */
export function Changes({ entry }: { entry: AuditRow }) {
  const changes = describeChange(entry);
  if (changes.length === 0) return <span className="org-quiet">–</span>;
  return (
    <dl className="org-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          {before !== undefined && (
            <dd>
              <VisuallyHidden>before: </VisuallyHidden>
              <del>{before}</del>
            </dd>
          )}
          {after !== undefined && (
            <dd>
              <VisuallyHidden>after: </VisuallyHidden>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
