/** A whole amount with Indian digit grouping: "₹15,000", "$200". */
export function formatAmount({
  currency,
  value,
}: {
  currency: string;
  value: number;
}): string {
  return new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  }).format(value);
}
