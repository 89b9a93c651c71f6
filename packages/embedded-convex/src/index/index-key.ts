/** Identifies an index of a table of a component: `component/table/index`. */
export type IndexKey = string;

/**
 * @param component path of the component, `""` for the app
 * @returns the key under which read sets and commits list the index
 */
export function formatIndexKey(
  component: string,
  table: string,
  index: string,
): IndexKey {
  return `${component}/${table}/${index}`;
}

/** @returns the parts of `key`; a component's path may contain slashes */
export function parseIndexKey(key: IndexKey) {
  const tableEnd = key.lastIndexOf("/");
  const componentEnd = key.lastIndexOf("/", tableEnd - 1);
  return {
    component: key.slice(0, componentEnd),
    table: key.slice(componentEnd + 1, tableEnd),
    index: key.slice(tableEnd + 1),
  };
}
