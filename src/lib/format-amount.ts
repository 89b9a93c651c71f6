import type { Amount } from "../content/schemas";

/** A whole amount with Indian digit grouping: "₹15,000", "$200". */
export function formatAmount({ currency, value }: Amount): string {
  return new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  }).format(value);
}
