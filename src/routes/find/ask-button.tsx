import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { noteSchema, type Subject } from "#convex/listings/shared";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { DialogTrouble } from "../../ui/form-notice";
import { TextField } from "../../ui/text-field";

/** Sends a request to a person or a team, with an optional note. */
export function AskButton({
  target,
  label,
  title,
}: {
  target: Subject;
  label: string;
  title: string;
}) {
  const send = useMutation(api.requests.send);
  const [isOpen, setIsOpen] = useState(false);
  const { formProps, field, notice, isPending, clear, cancel } = useKeptForm({
    keptAs: `request to ${target}`,
    schema: noteSchema,
    failure: "Failed to send the request",
    onSubmit: async ({ note }) => {
      await send({ target, note });
      notify.success("Request sent. You see the answer here.");
    },
    onDone: () => setIsOpen(false),
  });
  function close() {
    setIsOpen(false);
    clear();
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <form {...formProps} className="stack gap-4" aria-label={title}>
          <TextField
            label="Note"
            {...field("note")}
            isOptional
            autoComplete="off"
          />
          <DialogTrouble>{notice}</DialogTrouble>
          <DialogActions>
            <Button onClick={cancel(close)}>Cancel</Button>
            <Button type="submit" tone="signal" isPending={isPending}>
              Send the request
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
