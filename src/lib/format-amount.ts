import type { Amount } from "../content/schemas";

/** A sum in round figures, grouped as India groups it: "₹15,000", "$200". */
export function formatAmount({ currency, value }: Amount): string {
  return new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  }).format(value);
}
