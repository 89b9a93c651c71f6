import { useId } from "react";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusAfter } from "../../../lib/focus/use-focus-on-change";
import { Button } from "../../../ui/button";
import { Panel } from "../../../ui/panel";
import type { Elements } from "../../../ui/elements";

/** An entry of live content with buttons that edit and remove it, or the open form in its place. */
export function EditableEntry({
  title,
  noun,
  form,
  actions,
  onEdit,
  onRemove,
  children,
}: {
  title: string;
  /** Such as "announcement". */
  noun: string;
  /** The open form. */
  form: Elements;
  /** Buttons beside those that edit and remove it. */
  actions?: Elements;
  onEdit: () => void;
  onRemove: () => Promise<unknown>;
  children: Elements;
}) {
  const titleId = useId();
  const { run, isPending } = useAction(`Failed to remove the ${noun}`);
  const isOpen = form !== undefined;
  // The focus goes into the form, and back to the button that opened it.
  const panel = useFocusAfter<HTMLDivElement>(!isOpen);
  const editButton = useFocusAfter<HTMLButtonElement>(isOpen);
  if (isOpen) {
    return (
      <Panel isSignal aria-labelledby={titleId}>
        <div ref={panel} className="stack gap-5">
          <h3 id={titleId}>{`Edit ${noun}`}</h3>
          {form}
        </div>
      </Panel>
    );
  }
  return (
    <div className="stack gap-4 org-entry">
      {children}
      <div className="row gap-3 org-actions">
        <Button ref={editButton} aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        {actions}
        <Button
          aria-label={`Remove ${title}`}
          isPending={isPending}
          onClick={() => void run(onRemove)}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
