import type { TableDocument } from "../../admin/admin-api";

const NAMES = ["name", "title", "displayName", "email", "subject", "label"];
const MAX_LENGTH = 60;

/** What a person would call a document; null if none of its fields says. */
export function documentLabel(document: TableDocument): string | null {
  const texts = NAMES.map((name) => document[name]);
  const label = texts.find((text) => typeof text === "string" && text !== "");
  if (typeof label !== "string") return null;
  return label.length > MAX_LENGTH ? `${label.slice(0, MAX_LENGTH)}…` : label;
}
