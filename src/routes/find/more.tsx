import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { reasonSchema, type Subject } from "#convex/shared/listings";
import { notify } from "../../lib/notify";
import { useAction } from "../../lib/use-action";
import { useForm } from "../../lib/use-form";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { FormNotice } from "../../ui/form-notice";
import { TextArea } from "../../ui/text-field";
import styles from "./find.module.css";

/** Hides someone, or reports them to the organisers. */
export function More({
  target,
  name,
  onHidden,
}: {
  target: Subject;
  name: string;
  onHidden: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-label={`Hide or report ${name}`}
        onClick={() => setIsOpen(true)}
      >
        <span aria-hidden="true">•••</span>
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Hide or report ${name}`}
      >
        <Choices
          target={target}
          name={name}
          onClose={() => setIsOpen(false)}
          onHidden={onHidden}
        />
      </Dialog>
    </>
  );
}

function Choices({
  target,
  name,
  onClose,
  onHidden,
}: {
  target: Subject;
  name: string;
  onClose: () => void;
  onHidden: () => void;
}) {
  const hide = useMutation(api.listings.hide);
  const report = useMutation(api.listings.report);
  const hiding = useAction("Failed to hide");
  const { formProps, errors, notice, isPending } = useForm({
    schema: reasonSchema,
    failure: "Failed to send the report",
    onSubmit: async ({ reason }) => {
      await report({ target, reason });
      notify.success("Report sent");
    },
    onDone: done,
  });

  function done() {
    onClose();
    onHidden();
  }

  async function hideNow() {
    if (await hiding.run(() => hide({ target }))) done();
  }

  return (
    <form {...formProps} className="stack gap-4" aria-label={`Report ${name}`}>
      <p className="measure soft">
        Whoever you hide is out of your sight, cannot ask you, and is not told.
        A report goes to the organisers, who see your name; it hides, too.
      </p>
      <TextArea
        label="What is wrong (for a report)"
        name="reason"
        rows={3}
        error={errors.reason}
      />
      <FormNotice>{notice}</FormNotice>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button isPending={hiding.isPending} onClick={() => void hideNow()}>
          Hide
        </Button>
        <Button type="submit" tone="hot" isPending={isPending}>
          Report
        </Button>
      </DialogActions>
    </form>
  );
}
