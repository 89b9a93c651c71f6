import { api } from "#convex/_generated/api";
import type { Subscriber } from "#convex/shared/contact";
import { formatMoment } from "../../../lib/format-date";
import { indianCell } from "../frame/indian-time";
import { mapLive, useOrganiserQuery } from "../frame/live";
import { EmailLink } from "../list/email-link";
import { ListScreen, type ListDefinition } from "../list/list-screen";

const definition: ListDefinition<Subscriber> = {
  list: "subscribers",
  searchLabel: "Search addresses",
  failure: "Failed to load the subscribers",
  empty: "No one has subscribed yet.",
  arrangement: {
    textOf: ({ email }) => email,
    initial: { columnId: "consented", direction: "descending" },
    pageSize: 100,
  },
  columns: [
    {
      id: "email",
      heading: "Email",
      sortKey: ({ email }) => email,
      weight: 3,
      cell: ({ email }) => <EmailLink email={email} />,
    },
    {
      id: "consented",
      heading: "Consented",
      sortKey: ({ consentedAt }) => consentedAt,
      weight: 2,
      cell: ({ consentedAt }) => <span>{formatMoment(consentedAt)}</span>,
    },
  ],
  csvColumns: {
    Email: ({ email }) => email,
    "Consented (IST)": ({ consentedAt }) => indianCell(consentedAt),
  },
};

export function Subscribers() {
  const live = useOrganiserQuery(api.organiser.subscribers, {});
  const rows = mapLive(live, ({ subscribers, isComplete }) => ({
    rows: subscribers,
    isComplete,
  }));
  return (
    <ListScreen
      definition={definition}
      live={rows}
      addressesOf={(listed) => listed.map(({ email }) => email)}
    />
  );
}
