import type { TableDocument } from "../../src/admin/admin-api";
import { formatCount } from "../ui/format-count";

const NAMES = ["name", "title", "displayName", "email", "subject", "label"];
const MAX_LENGTH = 60;

/** A readable name for a document; null if no field provides one. */
export function documentLabel(document: TableDocument): string | null {
  const texts = NAMES.map((name) => document[name]);
  const label = texts.find((text) => typeof text === "string" && text !== "");
  if (typeof label !== "string") return null;
  return label.length > MAX_LENGTH ? `${label.slice(0, MAX_LENGTH)}…` : label;
}

/** "1 document", "1,200 documents" */
export function countLabel(count: number): string {
  return count === 1 ? "1 document" : `${formatCount(count)} documents`;
}
