import { useState } from "react";
import { isAppError } from "#convex/platform/shared/errors";
import { helpSchema, type HelpRequest } from "#convex/help/shared/help";
import { convex } from "../../lib/connection/convex-client";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { TextArea, TextField } from "../../ui/text-field";

export type HelpTexts = Pick<HelpRequest, "topic" | "place" | "problem">;

const NO_LINE =
  "There is no connection, so nothing was sent. What you typed stays here.";

class NoLine extends Error {}

/**
 * What a team says. What is typed is kept on the device until it is sent, and leaves it with the session; with no line it
 * says so at once, because what waits in the queue of a phone helps nobody.
 */
export function HelpForm({
  about,
  initial,
  label,
  send,
  onDone,
  onCancel,
}: {
  /** Names what is kept: a request, or that nothing is asked yet. */
  about: string;
  initial: HelpTexts;
  /** Of the button. */
  label: string;
  send: (texts: HelpTexts, seen: HelpTexts) => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
}) {
  const [seen, setSeen] = useState(initial);
  const { formProps, field, notice, isPending, cancel } = useKeptForm({
    keptAs: `help: ${about}`,
    schema: helpSchema,
    isOfStored: true,
    failure: (error) =>
      error instanceof NoLine ? NO_LINE : "Failed to send your request",
    onSubmit: async (texts) => {
      if (!navigator.onLine || !convex.connectionState().isWebSocketConnected)
        throw new NoLine();
      try {
        await send(texts, seen);
      } catch (error) {
        // Whoever presses again has read what it is now.
        if (isAppError(error) && error.data.code === "changed_since")
          setSeen(initial);
        throw error;
      }
    },
    onDone: () => onDone?.(),
  });
  return (
    <form {...formProps} className="stack gap-5" aria-label={label}>
      <TextField
        label="Topic"
        {...field("topic")}
        placeholder="A database, our pitch, …"
        defaultValue={initial.topic}
      />
      <TextField
        label="Where you sit"
        {...field("place")}
        placeholder="Table 12, by the window"
        defaultValue={initial.place}
      />
      <TextArea
        label="What is wrong"
        {...field("problem")}
        rows={4}
        defaultValue={initial.problem}
      />
      <FormNotice>{notice}</FormNotice>
      <div className="row gap-3 help-actions">
        {onCancel && <Button onClick={cancel(onCancel)}>Cancel</Button>}
        <Button type="submit" tone="signal" size="large" isPending={isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}
