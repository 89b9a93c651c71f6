import type { ComponentProps } from "react";
import { Button } from "./button";
import { DialogActions } from "./dialog";
import { DialogTrouble } from "./form-notice";
import { PendingNote } from "./pending-note";
import { TextField } from "./text-field";

/** The end of a form in a dialog that deletes something permanently: the confirmation to type, and the buttons. */
export function TypedConfirmation({
  word,
  field,
  trouble,
  isPending,
  pendingNote,
  onCancel,
  confirm,
}: {
  word: string;
  field: Pick<
    ComponentProps<typeof TextField>,
    "name" | "error" | "autoCapitalize"
  >;
  trouble: string | undefined;
  isPending: boolean;
  pendingNote: string;
  onCancel: () => void;
  confirm: string;
}) {
  return (
    <>
      <TextField
        label={`Type ${word} to confirm`}
        autoComplete="off"
        spellCheck={false}
        {...field}
      />
      <DialogTrouble>{trouble}</DialogTrouble>
      <DialogActions>
        <Button onClick={onCancel}>{isPending ? "Close" : "Cancel"}</Button>
        <Button type="submit" tone="hot" isPending={isPending}>
          {confirm}
        </Button>
      </DialogActions>
      <PendingNote isPending={isPending}>{pendingNote}</PendingNote>
    </>
  );
}
