import type { TableFilters } from "./table-filters";

/** @returns the filters for `adminApi.documents`: JSON in base64 */
export function encodeFilters(filters: TableFilters): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters));
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return btoa(chars.join(""));
}
