import { useState, type FormEvent } from "react";
import type * as z from "zod/mini";
import {
  MAX_ANNOUNCEMENT_BODY_LENGTH,
  MAX_ANNOUNCEMENT_TITLE_LENGTH,
} from "#convex/shared/limits";
import { tidyLine, tidyText } from "#convex/shared/text";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { PendingNote } from "../../../ui/pending-note";
import { Checkbox, TextArea, TextField } from "../../../ui/text-field";
import { isShownOut } from "../use-action";
import { publicationOf, type Typed } from "./draft";
import { PublicationTime } from "./publication-time";

/** The form for a new announcement or a change of one. A failure keeps what was typed. */
export function AnnouncementForm<Schema extends z.ZodMiniType>({
  titleId,
  schema,
  initial,
  mayBeNow,
  author,
  submit,
  onSubmit,
  onCancel,
}: {
  titleId: string;
  schema: Schema;
  initial: Typed;
  mayBeNow: boolean;
  author: string;
  submit: { label: string; pending: string; failure: string };
  onSubmit: (draft: z.output<Schema>) => Promise<unknown>;
  onCancel?: () => void;
}) {
  const [typed, setTyped] = useState(initial);
  const [typedAt, setTypedAt] = useState(() => Date.now());
  const { formProps, errors, notice, isPending } = useForm({
    schema,
    failure: submit.failure,
    onSubmit: async (draft, form) => {
      try {
        await onSubmit(draft);
      } catch (error) {
        if (isShownOut(error)) return;
        throw error;
      }
      form.reset();
      setTyped(initial);
    },
  });
  return (
    <form
      {...formProps}
      className="org-compose"
      aria-labelledby={titleId}
      onInput={(event) => {
        setTyped(typedIn(event));
        setTypedAt(Date.now());
      }}
    >
      <div className="org-fields">
        <TextField
          label="Title"
          name="title"
          autoComplete="off"
          maxLength={MAX_ANNOUNCEMENT_TITLE_LENGTH}
          defaultValue={initial.title}
          error={errors.title}
        />
        <TextArea
          label="Text"
          name="body"
          rows={6}
          maxLength={MAX_ANNOUNCEMENT_BODY_LENGTH}
          hint="Plain text. Lines stay as they are, and https addresses become links."
          defaultValue={initial.body}
          error={errors.body}
        />
        <Checkbox
          label="Pin it above all others"
          name="pinned"
          defaultChecked={initial.pinned}
        />
        <PublicationTime
          typed={typed}
          initial={initial}
          mayBeNow={mayBeNow}
          error={errors.publishAt}
        />
      </div>
      <Preview typed={typed} author={author} now={typedAt} />
      <div className="org-submit">
        <FormNotice>{notice}</FormNotice>
        <div className="org-actions">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" tone="signal" isPending={isPending}>
            {mayBeNow && typed.when !== "now" ? "Schedule" : submit.label}
          </Button>
        </div>
        <PendingNote isPending={isPending}>{submit.pending}</PendingNote>
      </div>
    </form>
  );
}

function typedIn({ currentTarget }: FormEvent<HTMLFormElement>): Typed {
  const fields = new FormData(currentTarget);
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    title: text("title"),
    body: text("body"),
    pinned: fields.has("pinned"),
    ...(fields.has("when") && { when: text("when") }),
    publishAt: text("publishAt"),
  };
}

/** Shows the announcement with the component that participants see. */
function Preview({
  typed,
  author,
  now,
}: {
  typed: Typed;
  author: string;
  /** Used if no time of publication is given. */
  now: number;
}) {
  const publishAt = publicationOf(typed) ?? now;
  return (
    <section className="org-preview" aria-label="Preview">
      <p className="org-label" aria-hidden="true">
        Preview
      </p>
      <AnnouncementEntry
        announcement={{
          title: tidyLine(typed.title) || "Title",
          body: tidyText(typed.body) || "Text",
          pinned: typed.pinned,
          publishAt: Number.isNaN(publishAt) ? now : publishAt,
          author,
        }}
      />
    </section>
  );
}
