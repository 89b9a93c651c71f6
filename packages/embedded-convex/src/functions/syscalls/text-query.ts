import type { JSONValue } from "convex/values";
import { UserError } from "../../base/errors";
import { filterRange } from "../../search/postings";
import { textQuery, type TextQuery } from "../../search/ranking";
import { decodeLiteral } from "./filter";

/** One condition of `withSearchIndex`, as the client library serialises it. */
export type SearchFilter = {
  type: "Search" | "Eq";
  fieldPath: string;
  value: JSONValue;
};

const MAX_FILTERS = 8;

/**
 * @param fields of the text index: the searched one, then those to filter by
 * @throws UserError for conditions that the index does not have, in Convex's words
 */
export function toTextQuery(
  conditions: readonly SearchFilter[],
  [searchField, ...filterFields]: readonly string[],
  index: string,
): TextQuery {
  const searches = conditions.filter(({ type }) => type === "Search");
  const filters = conditions.filter(({ type }) => type === "Eq");
  const refuse = (why: string) =>
    new UserError(`Search query against ${index} ${why}`);
  const other = searches.find(({ fieldPath }) => fieldPath !== searchField);
  if (other !== undefined) {
    throw refuse(
      `contains a search filter against "${other.fieldPath}", which doesn't match the indexed \`searchField\` "${searchField}".`,
    );
  }
  const ranges = filters.map(({ fieldPath, value }) => {
    const field = filterFields.indexOf(fieldPath);
    if (field >= 0) return filterRange(field, decodeLiteral(value));
    throw refuse(
      `contains an equality filter on "${fieldPath}" but that field isn't indexed for filtering in \`filterFields\`.`,
    );
  });
  const text = searches[0]?.value;
  if (typeof text !== "string") {
    throw refuse(
      `does not contain any search filters. You must include a search filter like \`q.search("${searchField}", searchText)\`.`,
    );
  }
  if (searches.length > 1) {
    throw refuse(
      `contains multiple search filters against "${searchField}". Only one is allowed.`,
    );
  }
  if (filters.length > MAX_FILTERS) {
    throw refuse(
      `has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${filters.length}`,
    );
  }
  return textQuery(text, ranges);
}
