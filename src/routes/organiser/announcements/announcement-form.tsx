import type * as z from "zod/mini";
import { tidyLine, tidyText } from "#convex/shared/text";
import { AnnouncementEntry } from "../../../features/announcements/announcement-entry";
import { Checkbox, TextArea, TextField } from "../../../ui/text-field";
import {
  ComposeForm,
  type FieldReader,
  type SubmitWords,
} from "../editing/compose-form";
import {
  publicationOf,
  PublicationTime,
  typedPublication,
} from "../editing/publication-time";
import type { Typed } from "./draft";

/** The form for a new announcement or a change of one. */
export function AnnouncementForm<Schema extends z.ZodMiniType>({
  initial,
  mayBeNow,
  author,
  submit,
  ...form
}: {
  titleId: string;
  schema: Schema;
  initial: Typed;
  mayBeNow: boolean;
  author: string;
  submit: SubmitWords;
  onSubmit: (draft: z.output<Schema>) => Promise<unknown>;
  onClose?: () => void;
}) {
  return (
    <ComposeForm
      {...form}
      initial={initial}
      read={typedIn}
      submit={({ when }) =>
        when === "later" ? { ...submit, label: "Schedule" } : submit
      }
      preview={(typed, now) => (
        <Preview typed={typed} author={author} now={now} />
      )}
    >
      {(typed, errors) => (
        <>
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            defaultValue={initial.title}
            error={errors.title}
          />
          <TextArea
            label="Text"
            name="body"
            rows={6}
            hint="Plain text. Line breaks are kept, and https addresses become links."
            defaultValue={initial.body}
            error={errors.body}
          />
          <Checkbox
            label="Pin it above all the others"
            name="pinned"
            defaultChecked={initial.pinned}
          />
          <PublicationTime
            typed={typed}
            initial={initial}
            mayBeNow={mayBeNow}
            error={errors.publishAt}
          />
        </>
      )}
    </ComposeForm>
  );
}

function typedIn(fields: FieldReader): Typed {
  const { text, has } = fields;
  return {
    title: text("title"),
    body: text("body"),
    pinned: has("pinned"),
    ...typedPublication(fields),
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
    <AnnouncementEntry
      announcement={{
        title: tidyLine(typed.title) || "Title",
        body: tidyText(typed.body) || "Text",
        pinned: typed.pinned,
        publishAt: Number.isNaN(publishAt) ? now : publishAt,
        author,
      }}
    />
  );
}
