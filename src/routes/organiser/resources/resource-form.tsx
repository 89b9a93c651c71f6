import type * as z from "zod/mini";
import { MAX_RESOURCE_ORDER } from "#convex/shared/limits";
import { isSafeAddress, tidyLine } from "#convex/shared/text";
import { paths } from "../../../paths";
import { TextField } from "../../../ui/text-field";
import {
  ComposeForm,
  type FieldReader,
  type SubmitWords,
} from "../editing/compose-form";
import { PublicationTime, typedPublication } from "../editing/publication-time";
import type { Typed } from "./draft";
import { ResourceEntry } from "./resource-entry";

/** The form for a new resource or a change of one. */
export function ResourceForm<Schema extends z.ZodMiniType>({
  initial,
  mayBeNow,
  submit,
  ...form
}: {
  titleId: string;
  schema: Schema;
  initial: Typed;
  mayBeNow: boolean;
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
      preview={({ title, url, description }) => (
        <ResourceEntry
          resource={{
            title: tidyLine(title) || "Title",
            url: isSafeAddress(tidyLine(url)) ? tidyLine(url) : paths.dashboard,
            description: tidyLine(description) || "Description",
          }}
        />
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
          <TextField
            label="Address"
            name="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={`A page of this site, such as ${paths.faq}, or an address that begins with https://`}
            defaultValue={initial.url}
            error={errors.url}
          />
          <TextField
            label="Description"
            name="description"
            autoComplete="off"
            defaultValue={initial.description}
            error={errors.description}
          />
          <TextField
            label="Place in the list"
            name="order"
            type="number"
            step="any"
            min={-MAX_RESOURCE_ORDER}
            max={MAX_RESOURCE_ORDER}
            hint="The smallest number comes first."
            defaultValue={initial.order}
            error={errors.order}
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
  const { text } = fields;
  return {
    title: text("title"),
    url: text("url"),
    description: text("description"),
    order: text("order"),
    ...typedPublication(fields),
  };
}
