import { useMutation } from "convex/react";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { reasonSchema, type Subject } from "#convex/listings/shared";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { DialogTrouble } from "../../ui/form-notice";
import { Checkbox, TextArea } from "../../ui/text-field";

const nothing = z.object({});

/** Hides someone and, if asked, tells the organisers why. */
export function HideButton({
  target,
  name,
}: {
  target: Subject;
  name: string;
}) {
  const hide = useMutation(api.listings.hide);
  const report = useMutation(api.listings.report);
  const [isOpen, setIsOpen] = useState(false);
  const [isTelling, setIsTelling] = useState(false);
  const { formProps, field, notice, isPending, clear, cancel } = useKeptForm({
    keptAs: `report about ${target}`,
    schema: isTelling ? reasonSchema : nothing,
    failure: isTelling ? "Failed to send the report" : "Failed to hide",
    onSubmit: async (said) => {
      if (!("reason" in said)) await hide({ target });
      else {
        await report({ target, reason: said.reason });
        notify.success("Report sent");
      }
    },
    onDone: close,
  });
  function close() {
    setIsOpen(false);
    setIsTelling(false);
    clear();
  }
  return (
    <>
      <Button
        tone="quiet"
        aria-label={`Hide ${name}`}
        onClick={() => setIsOpen(true)}
      >
        Hide
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={`Hide ${name}?`}>
        <form
          {...formProps}
          className="stack gap-4"
          aria-label={`Hide ${name}`}
        >
          <p className="measure soft">
            Whoever you hide is out of your sight, cannot ask you, and is not
            told.
          </p>
          <Checkbox
            label="And tell the organisers"
            name="isTelling"
            checked={isTelling}
            onChange={(event) => setIsTelling(event.target.checked)}
          />
          {/* Hidden, not removed, so that what is typed is kept. */}
          <div hidden={!isTelling}>
            <TextArea
              label="What is wrong?"
              {...field("reason")}
              hint="The organisers see your name."
              rows={3}
            />
          </div>
          <DialogTrouble>{notice}</DialogTrouble>
          <DialogActions>
            <Button onClick={cancel(close)}>Cancel</Button>
            <Button type="submit" tone="signal" isPending={isPending}>
              {isTelling ? "Hide and report" : "Hide"}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
