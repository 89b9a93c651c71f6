import { useEffect, useId, useRef, type ReactNode } from "react";
import { notify } from "../../../lib/notify";
import { Button } from "../../../ui/button";
import { Panel } from "../../../ui/panel";
import { AskingButton } from "../../../ui/confirmation";

/** An entry of live content with buttons that edit and remove it, or the open form in its place. */
export function EditableEntry({
  title,
  noun,
  removal,
  instead,
  form,
  actions,
  onEdit,
  onRemove,
  children,
}: {
  title: string;
  /** Such as "announcement". */
  noun: string;
  /** What happens when it is removed. */
  removal: string;
  /** What is suggested in place of its removal. */
  instead?: { label: string; onChoose: () => Promise<unknown> } | undefined;
  /** The open form. */
  form: ReactNode;
  /** Buttons beside those that edit and remove it. */
  actions?: ReactNode;
  onEdit: () => void;
  onRemove: () => Promise<unknown>;
  children: ReactNode;
}) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isOpen = form !== undefined;
  const wasOpen = useRef(false);
  // The focus goes into the form, and back to the button that opened it.
  useEffect(() => {
    if (isOpen) panel.current?.querySelector("input")?.focus();
    else if (wasOpen.current) editButton.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return (
      <Panel isSignal aria-labelledby={titleId}>
        <div ref={panel} className="stack gap-5">
          <h3 id={titleId}>Edit {noun}</h3>
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
        <AskingButton
          label="Remove"
          button={{ "aria-label": `Remove ${title}` }}
          title={`Remove “${title}”?`}
          text={removal}
          confirm="Remove"
          instead={instead}
          failure={`Failed to remove the ${noun}`}
          onConfirm={async () => {
            await onRemove();
            notify.success(`${capitalised(noun)} removed`);
          }}
        />
      </div>
    </div>
  );
}

export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
