import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import {
  newResourceSchema,
  resourceSchema,
  type EditableResource,
} from "#convex/content/shared/content";
import { isSafeAddress, tidyLine } from "#convex/platform/shared/text";
import { useLastPassed } from "../../../features/clock/deployment-clock";
import { formatMoment } from "../../../lib/time/format-time";
import { paths } from "../../../paths";
import { TextField } from "../../../ui/text-field";
import { ResourceList } from "../../dashboard/resources";
import {
  notOver,
  publicationOf,
  PublicationTime,
  type TypedPublication,
} from "../editing/publication-time";
import { indianInput } from "../frame/indian-time";
import { contentSection } from "./content-section";
import { ResourceMoves } from "./resource-moves";

type Typed = TypedPublication & {
  title: string;
  url: string;
  description: string;
  order: string;
};

const drafted = z.transform((typed: Typed) => ({
  ...typed,
  order: typed.order.trim() === "" ? Number.NaN : Number(typed.order),
  publishAt: publicationOf(typed),
}));

/** Turns the fields of an existing resource, whose time may be past, into the mutation's arguments. */
export const editedSchema = z.pipe(drafted, resourceSchema);

export const Resources = contentSection({
  noun: "resource",
  functions: api.resources,
  blank: (rows) =>
    rows === undefined
      ? null
      : {
          title: "",
          url: "",
          description: "",
          order: String(behindAll(rows)),
          when: "now",
          publishAt: "",
        },
  typedOf: ({ title, url, description, order, publishAt }) => ({
    title,
    url,
    description,
    order: String(order),
    publishAt: indianInput(publishAt),
  }),
  added: z.pipe(drafted, newResourceSchema.check(notOver)),
  edited: editedSchema,
  inputs: (typed, initial, field) => (
    <>
      <TextField
        label="Address"
        {...field("url")}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={`A page of this site, such as ${paths.faq}, or an address that begins with https://`}
      />
      <TextField
        label="Description"
        {...field("description")}
        autoComplete="off"
      />
      <input type="hidden" name="order" defaultValue={initial.order} />
      <PublicationTime {...{ typed, initial, field }} />
    </>
  ),
  Preview: ({ typed: { title, url, description } }) => (
    <ResourceList
      resources={[
        {
          title: tidyLine(title) || "Title",
          url: isSafeAddress(tidyLine(url)) ? tidyLine(url) : paths.dashboard,
          description: tidyLine(description) || "Description",
        },
      ]}
    />
  ),
  Entry: ({ row }) => {
    const now = useLastPassed([row.publishAt]);
    return (
      <>
        <ResourceList resources={[row]} />
        {row.publishAt > now && (
          <p className="org-quiet">{`Scheduled: no one sees it before ${formatMoment(row.publishAt)}.`}</p>
        )}
      </>
    );
  },
  Actions: ResourceMoves,
  useGroups: (rows) => [
    {
      title: "Resources",
      lead:
        rows.length > 0
          ? "In the order in which every dashboard shows them."
          : "There are no resources yet.",
      rows,
    },
  ],
});

/** The number that puts a new resource behind all others. */
function behindAll(rows: readonly EditableResource[]): number {
  return Math.max(0, ...rows.map(({ order }) => Math.floor(order))) + 1;
}
