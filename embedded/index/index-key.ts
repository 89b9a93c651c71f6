/** Names one index of one table of one component: `component/table/index`. */
export type IndexKey = string;

/**
 * @param component path of the component, `""` for the app itself
 * @returns the name under which read sets and commits speak of the index
 */
export function formatIndexKey(
  component: string,
  table: string,
  index: string,
): IndexKey {
  return `${component}/${table}/${index}`;
}

/** @returns the name of the table that `key` speaks of */
export function tableOfIndexKey(key: IndexKey): string {
  const end = key.lastIndexOf("/");
  return key.slice(key.lastIndexOf("/", end - 1) + 1, end);
}
