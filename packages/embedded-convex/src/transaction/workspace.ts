/**
 * A snapshot's tables plus the writes of one transaction. Tables are shared
 * with the snapshot: a write is only recorded, and applied to a clone of its
 * table when that table is read again. Most mutations read first and write
 * last, and so never clone: the committer applies their writes to the latest
 * tables.
 */
import type { TableDefinition } from "../index/table-definition";
import { TableState, type Version } from "../index/table-state";
import type { Catalog } from "./catalog";
import type { Snapshot } from "./snapshot";

/** A change of one document. An insert has no `before`, a delete no `after`. */
export type Write = {
  /** Slot of the document's table. */
  readonly slot: number;
  readonly before: Version | null;
  readonly after: Version | null;
};

/** A state of a workspace to roll back to. */
type Savepoint = ReturnType<Workspace["savepoint"]>;

export class Workspace {
  #base: Snapshot;
  #catalog: Catalog;
  /** By slot. The snapshot's own array until a table is cloned or added. */
  #tables: readonly TableState[];
  readonly #writes: Write[] = [];
  /** Number of writes, from the first, that are applied to `#tables`. */
  #appliedCount = 0;
  /** Slots of tables with writes that are not applied yet. */
  readonly #staleSlots = new Set<number>();
  readonly #redefinedSlots = new Set<number>();

  constructor(base: Snapshot) {
    this.#base = base;
    this.#catalog = base.catalog;
    this.#tables = base.tables;
  }

  /** The snapshot that the writes build on. */
  get base(): Snapshot {
    return this.#base;
  }

  /** The current tables, with those that were added. */
  get catalog(): Catalog {
    return this.#catalog;
  }

  get writeCount(): number {
    return this.#writes.length;
  }

  get redefinedSlots(): ReadonlySet<number> {
    return this.#redefinedSlots;
  }

  /** Definitions of the tables that the snapshot lacks, in order of slots. */
  get addedTables(): TableDefinition[] {
    const added = this.#tables.slice(this.base.tables.length);
    return added.map((table) => table.definition);
  }

  definition(slot: number): TableDefinition {
    return this.#at(slot).definition;
  }

  /** @returns the table with the transaction's own writes; do not modify it */
  table(slot: number): TableState {
    if (this.#staleSlots.has(slot)) this.#applyAll();
    return this.#at(slot);
  }

  write(write: Write): void {
    this.#writes.push(write);
    this.#staleSlots.add(write.slot);
  }

  addTable(definition: TableDefinition): number {
    const slot = this.#tables.length;
    const { component, name, number } = definition;
    this.#tables = [...this.#tables, TableState.empty(definition, this)];
    this.#catalog = this.#catalog.withTable(component, name, number, slot);
    return slot;
  }

  /** Changes a table's declared indexes and validator. */
  redefine(slot: number, definition: TableDefinition): void {
    const redefined = this.table(slot).redefine(definition, this);
    this.#tables = this.#tables.with(slot, redefined);
    if (this.#redefinedSlots.size === 0) {
      this.#catalog = this.#catalog.withNextSchema();
    }
    this.#redefinedSlots.add(slot);
  }

  /**
   * Changes the numbers of tables, which must be empty. No two tables may end
   * up with the same number.
   *
   * @param numbers new table numbers by slot
   */
  renumber(component: string, numbers: ReadonlyMap<number, number>): void {
    for (const [slot, number] of numbers) {
      const table = this.table(slot);
      if (table.count > 0) throw new RangeError("there are documents");
      this.redefine(slot, { ...table.definition, number });
    }
    this.#catalog = this.#catalog.withNumbers(component, numbers);
  }

  /** Continues on another snapshot; there must be no writes yet. */
  moveTo(base: Snapshot): void {
    if (this.#writes.length > 0) throw new RangeError("there are writes");
    this.#base = base;
    this.#catalog = base.catalog;
    this.#tables = base.tables;
    this.#appliedCount = 0;
    this.#staleSlots.clear();
  }

  savepoint() {
    return {
      base: this.#base,
      writeCount: this.#writes.length,
      catalog: this.#catalog,
      tableCount: this.#tables.length,
    };
  }

  /** Undoes every write since `savepoint`. */
  rollback({ base, writeCount, catalog, tableCount }: Savepoint): void {
    while (this.#writes.length > writeCount) {
      const write = this.#writes.pop();
      if (write === undefined || this.#writes.length >= this.#appliedCount) {
        continue;
      }
      this.#own(write.slot).apply(write.after, write.before);
      this.#appliedCount = this.#writes.length;
    }
    this.#staleSlots.clear();
    for (const { slot } of this.#writes.slice(this.#appliedCount)) {
      this.#staleSlots.add(slot);
    }
    // A move requires that there are no writes, so the savepoint had none
    // either.
    const hasMoved = base !== this.#base;
    this.#catalog = hasMoved ? this.#base.catalog : catalog;
    const count = hasMoved ? this.#base.tables.length : tableCount;
    this.#tables = this.#tables.slice(0, count);
  }

  /**
   * @returns one write per changed document, from its first `before` to its
   *   last `after`
   */
  summary(): readonly Write[] {
    if (areFewAndDistinct(this.#writes)) return this.#writes;
    const bySlot = new Map<number, Map<string, Write>>();
    for (const write of this.#writes) {
      const { slot, after } = write;
      let byId = bySlot.get(slot);
      if (byId === undefined) bySlot.set(slot, (byId = new Map()));
      const id = idOf(write);
      const first = byId.get(id);
      byId.set(id, first ? { slot, before: first.before, after } : write);
    }
    const writes = [...bySlot.values()].flatMap((byId) => [...byId.values()]);
    return writes.filter(({ before, after }) => before !== after);
  }

  #applyAll(): void {
    for (const write of this.#writes.slice(this.#appliedCount)) {
      this.#own(write.slot).apply(write.before, write.after);
    }
    this.#appliedCount = this.#writes.length;
    this.#staleSlots.clear();
  }

  #at(slot: number): TableState {
    const table = this.#tables[slot];
    if (table === undefined) throw new RangeError(`no table in slot ${slot}`);
    return table;
  }

  #own(slot: number): TableState {
    const table = this.#at(slot);
    if (table.owner === this) return table;
    const own = table.clone(this);
    this.#tables = this.#tables.with(slot, own);
    return own;
  }
}

/** Most mutations change a few documents, each once; maps would take 3 µs. */
const FEW_WRITES = 8;

function areFewAndDistinct(writes: readonly Write[]): boolean {
  if (writes.length > FEW_WRITES) return false;
  return writes.every((write, i) => {
    for (let k = 0; k < i; k++) {
      const earlier = writes[k];
      if (earlier !== undefined && isOfSame(earlier, write)) return false;
    }
    return true;
  });
}

function isOfSame(a: Write, b: Write): boolean {
  return a.slot === b.slot && idOf(a) === idOf(b);
}

function idOf({ before, after }: Write): string {
  return (after ?? before)?.document.id ?? "";
}
