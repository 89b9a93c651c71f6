import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import {
  addressesSchema,
  type Addresses as Live,
} from "#convex/shared/addresses";
import { venue } from "../../../content/contact";
import { links } from "../../../content/links";
import { notify } from "../../../lib/notify";
import { useKeptForm } from "../../../lib/use-kept-draft";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { Skeleton } from "../../../ui/skeleton";
import { TextArea, TextField } from "../../../ui/text-field";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";

const webAddresses = [
  ["registration", "Registration page"],
  ["preMeetup", "Pre-meetup page"],
  ["hackathonPlatform", "Hackathon platform"],
  ["discord", "Community invitation"],
  ["instagram", "Instagram profile"],
] as const;

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
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "addresses",
    schema: addressesSchema,
    failure: "Failed to save the addresses",
    onSubmit: async (addresses) => {
      await change(addresses);
      notify.success("Addresses saved");
    },
    isOfStored: true,
  });
  return (
    <TitledPanel
      title="Addresses"
      lead="Every page shows a change at once. An empty field leaves what the site was built with, which stands in it in grey."
    >
      <form {...formProps} className="stack gap-5" aria-label="Addresses">
        {webAddresses.map(([name, label]) => (
          <TextField
            key={name}
            isOptional
            label={label}
            {...field(name)}
            inputMode="url"
            placeholder={links[name]}
            defaultValue={live[name]}
          />
        ))}
        <TextField
          isOptional
          label="Contact address"
          {...field("contactEmail")}
          inputMode="email"
          autoComplete="off"
          placeholder={links.contactEmail}
          defaultValue={live.contactEmail}
        />
        <TextField
          isOptional
          label="Name of the venue"
          {...field("venueName")}
          placeholder={venue.name}
          defaultValue={live.venueName}
        />
        <TextArea
          isOptional
          label="Address of the venue"
          {...field("venueAddress")}
          rows={4}
          hint="Up to four lines."
          placeholder={venue.addressLines.join("\n")}
          defaultValue={live.venueAddress}
        />
        <TextField
          isOptional
          label="Position of the venue"
          {...field("position")}
          hint="Latitude and longitude, as maps give them."
          placeholder={`${venue.latitude}, ${venue.longitude}`}
          defaultValue={live.position}
        />
        <FormNotice>{notice}</FormNotice>
        <div className="row gap-3 org-actions">
          <Button type="submit" tone="signal" isPending={isPending}>
            Save the addresses
          </Button>
        </div>
      </form>
    </TitledPanel>
  );
}
