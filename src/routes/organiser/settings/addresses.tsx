import { useMutation } from "convex/react";
import type { ComponentProps } from "react";
import { api } from "#convex/_generated/api";
import {
  addressesSchema,
  addressWords,
  type Addresses as Live,
} from "#convex/platform/shared/addresses";
import { venue } from "../../../content/contact";
import { links } from "#edition/links";
import { useKeptForm } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { Skeleton } from "../../../ui/skeleton";
import { TextArea, TextField } from "../../../ui/text-field";
import { useUndo } from "../../../ui/undo-note";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";

const webAddresses = [
  "registration",
  "preMeetup",
  "hackathonPlatform",
  "discord",
  "instagram",
] as const;

type Name = keyof typeof addressWords;
const names = Object.keys(addressWords) as Name[];
type Change = { [Of in Name]?: string | undefined };

/** The addresses that every page shows, without a change of its files. */
export function Addresses() {
  const settings = useOrganiserQuery(api.settings.current, {});
  return (
    <SectionFrame>
      <Loaded
        live={settings}
        failure="Failed to load the addresses"
        skeleton={<Skeleton height="40rem" />}
      >
        {({ addresses = {} }) => <AddressForm live={addresses} />}
      </Loaded>
    </SectionFrame>
  );
}

function AddressForm({ live }: { live: Live }) {
  const change = useMutation(api.settings.changeAddresses);
  const [note, offer] = useUndo("Failed to put the addresses back");
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "addresses",
    schema: addressesSchema,
    failure: "Failed to save the addresses",
    shows: live,
    onSubmit: async (all: Change, _form, seen) => {
      const changed = names.filter(
        (it) => (all[it] ?? "") !== (live[it] ?? ""),
      );
      const pick = (from: (name: Name) => Change) =>
        Object.fromEntries(changed.map((it) => [it, from(it)[it] ?? ""]));
      const [before, after] = [pick(seen), pick(() => all)];
      await change({ ...after, seen: before });
      offer("Addresses saved.", () => change({ ...before, seen: after }));
    },
    isOfStored: true,
  });
  const line = (
    name: Name,
    more: Omit<ComponentProps<typeof TextField>, "label">,
  ) => (
    <TextField
      key={name}
      isOptional
      label={addressWords[name]}
      {...field(name)}
      defaultValue={live[name]}
      {...more}
    />
  );
  return (
    <TitledPanel
      title="Addresses"
      lead="Every page shows a change at once. An empty field leaves what the site was built with, which stands in it in grey."
    >
      <form {...formProps} className="stack gap-5" aria-label="Addresses">
        {webAddresses.map((name) =>
          line(name, { inputMode: "url", placeholder: links[name] }),
        )}
        {line("contactEmail", {
          inputMode: "email",
          autoComplete: "off",
          placeholder: links.contactEmail,
        })}
        {line("venueName", { placeholder: venue.name })}
        <TextArea
          isOptional
          label={addressWords.venueAddress}
          {...field("venueAddress")}
          rows={4}
          hint="Up to four lines."
          placeholder={venue.addressLines.join("\n")}
          defaultValue={live.venueAddress}
        />
        {line("position", {
          hint: "Latitude and longitude, as maps give them.",
          placeholder: `${venue.latitude}, ${venue.longitude}`,
        })}
        <FormNotice>{notice}</FormNotice>
        {note}
        <div className="row gap-3 org-actions">
          <Button type="submit" tone="signal" isPending={isPending}>
            Save the addresses
          </Button>
        </div>
      </form>
    </TitledPanel>
  );
}
