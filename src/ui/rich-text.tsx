import type { RichText as Words } from "../content/schemas";
import { AnyLink } from "./any-link";

/** Content text with its links. */
export function RichText({ text }: { text: Words }) {
  if (typeof text === "string") return text;
  return text.map((part, position) =>
    typeof part === "string" ? (
      part
    ) : (
      <AnyLink key={position} href={part.href}>
        {part.text}
      </AnyLink>
    ),
  );
}

/** The text without links, for searching. */
export function plainText(text: Words): string {
  if (typeof text === "string") return text;
  return text
    .map((part) => (typeof part === "string" ? part : part.text))
    .join("");
}
