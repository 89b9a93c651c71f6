import { api } from "#convex/_generated/api";
import type { Subscriber } from "#convex/contact/shared";
import { indianCell } from "../frame/indian-time";
import { emailColumn, momentColumn } from "../list/columns";
import type { QueryList } from "../list/list-screen";

export const subscribers: QueryList<
  Subscriber,
  typeof api.organiser.subscribers
> = {
  list: "subscribers",
  query: api.organiser.subscribers,
  rowsOf: ({ subscribers: rows, isComplete }) => ({ rows, isComplete }),
  addressesOf: (listed) => listed.map(({ email }) => email),
  searchLabel: "Search addresses",
  failure: "Failed to load the subscribers",
  empty: "No one has subscribed yet.",
  arrangement: {
    textOf: ({ email }) => email,
    initial: { columnId: "consented", direction: "descending" },
    pageSize: 100,
  },
  columns: [
    emailColumn,
    momentColumn("consented", "Consented", ({ consentedAt }) => consentedAt),
  ],
  csvColumns: {
    Email: ({ email }) => email,
    "Consented (IST)": ({ consentedAt }) => indianCell(consentedAt),
  },
};
