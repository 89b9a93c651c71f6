import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { notify } from "../../../lib/notify";
import { Button } from "../../../ui/button";
import { Panel } from "../../../ui/panel";
import { Confirmation } from "../../../ui/confirmation";

type Entry = { _id: string; title: string };

export type FormProps<E> = {
  titleId: string;
  /** The entry as it was when the form was opened. */
  opened: E;
  onClose: () => void;
};

/** An entry of live content with buttons that edit and remove it. */
export function EditableEntry<E extends Entry>({
  entry,
  noun,
  removal,
  isEdited,
  onEdit,
  onRemove,
  onRemoved,
  form,
  children,
}: {
  entry: E;
  /** Such as "announcement". */
  noun: string;
  /** What happens when it is removed. */
  removal: string;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onRemove: () => Promise<unknown>;
  onRemoved: () => void;
  form: (props: FormProps<E>) => ReactNode;
  children: ReactNode;
}) {
  const [wasEdited, setWasEdited] = useState(false);
  if (isEdited) {
    return (
      <EditPanel
        entry={entry}
        noun={noun}
        form={form}
        onClose={() => {
          setWasEdited(true);
          onEdit(false);
        }}
      />
    );
  }
  return (
    <div className="stack gap-4 org-entry">
      {children}
      <div className="row gap-3 org-actions">
        <EditButton
          title={entry.title}
          takesFocus={wasEdited}
          onPress={() => onEdit(true)}
        />
        <RemoveButton
          title={entry.title}
          noun={noun}
          text={removal}
          onRemove={onRemove}
          onRemoved={onRemoved}
        />
      </div>
    </div>
  );
}

/** Takes the focus back when the form that it opened is closed. */
function EditButton({
  title,
  takesFocus,
  onPress,
}: {
  title: string;
  takesFocus: boolean;
  onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button ref={button} aria-label={`Edit ${title}`} onClick={onPress}>
      Edit
    </Button>
  );
}

function EditPanel<E>({
  entry,
  noun,
  form,
  onClose,
}: {
  entry: E;
  noun: string;
  form: (props: FormProps<E>) => ReactNode;
  onClose: () => void;
}) {
  const [opened] = useState(entry);
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector("input")?.focus(), []);
  return (
    <Panel isSignal aria-labelledby={titleId}>
      <div ref={panel} className="stack gap-5 org-panel">
        <h3 id={titleId}>Edit {noun}</h3>
        {form({ titleId, opened, onClose })}
      </div>
    </Panel>
  );
}

function RemoveButton({
  title,
  noun,
  text,
  onRemove,
  onRemoved,
}: {
  title: string;
  noun: string;
  text: string;
  onRemove: () => Promise<unknown>;
  onRemoved: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button aria-label={`Remove ${title}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <Confirmation
        isOpen={isAsking}
        title={`Remove “${title}”?`}
        text={text}
        keep="Keep it"
        confirm="Remove"
        failure={`Failed to remove the ${noun}`}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await onRemove();
          notify.success(`${capitalised(noun)} removed`);
          onRemoved();
        }}
      />
    </>
  );
}

export function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
