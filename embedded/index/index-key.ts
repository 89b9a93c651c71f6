/** Names one index of one table of one component: `component/table/index`. */
export type IndexKey = string;

/** What an index key is made of. */
export type IndexName = {
  readonly component: string;
  readonly table: string;
  readonly index: string;
};

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

/** @returns what `key` was made of; the path of a component may have slashes */
export function parseIndexKey(key: IndexKey): IndexName {
  const tableEnd = key.lastIndexOf("/");
  const componentEnd = key.lastIndexOf("/", tableEnd - 1);
  return {
    component: key.slice(0, componentEnd),
    table: key.slice(componentEnd + 1, tableEnd),
    index: key.slice(tableEnd + 1),
  };
}
