import { isSystemTable, type TableDefinition } from "../index/table-definition";
import type { Catalog } from "./catalog";
import { FIRST_SYSTEM_NUMBER, FIRST_USER_NUMBER } from "./fixed-tables";

/**
 * Decides which tables of a component get new numbers, so that the tables in
 * `wanted` get theirs. A table that loses its number to one of them gets a free
 * one.
 *
 * @param wanted numbers by name of existing tables
 * @returns new numbers by slot
 */
export function renumberTables(
  catalog: Catalog,
  component: string,
  wanted: ReadonlyMap<string, number>,
  definitionOf: (slot: number) => TableDefinition,
): Map<number, number> {
  const definitions = [...catalog.slotsOf(component)].map((slot) => ({
    slot,
    ...definitionOf(slot),
  }));
  const taken = new Set([
    ...wanted.values(),
    ...definitions.map(({ number }) => number),
  ]);
  const claimed = new Set(wanted.values());
  const moves = new Map<number, number>();
  for (const { slot, name, number } of definitions) {
    const target = wanted.get(name);
    if (target === number) continue;
    if (target !== undefined) moves.set(slot, target);
    else if (claimed.has(number)) {
      const free = freeNumber(taken, isSystemTable(name));
      taken.add(free);
      moves.set(slot, free);
    }
  }
  return moves;
}

function freeNumber(taken: ReadonlySet<number>, isSystem: boolean): number {
  let number = isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
  while (taken.has(number)) number += 1;
  return number;
}
