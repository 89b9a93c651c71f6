/**
 * The tables of each component by name and by number. Immutable: adding a table
 * gives a new catalog. A table's slot is its index in a snapshot's `tables` and
 * stays the same in all later snapshots.
 */
export class Catalog {
  private constructor(
    /** Increases with every change of a schema or of table numbers. */
    readonly schemaVersion: number,
    private readonly slots: ReadonlyMap<string, ComponentTables>,
  ) {}

  static readonly EMPTY = new Catalog(0, new Map());

  slotOfName(component: string, name: string): number | undefined {
    return this.slots.get(component)?.byName.get(name);
  }

  slotOfNumber(component: string, number: number): number | undefined {
    return this.slots.get(component)?.byNumber.get(number);
  }

  /** Paths of the components that have tables. */
  components(): Iterable<string> {
    return this.slots.keys();
  }

  slotsOf(component: string): Iterable<number> {
    return this.slots.get(component)?.byName.values() ?? [];
  }

  numbersOf(component: string): Iterable<number> {
    return this.slots.get(component)?.byNumber.keys() ?? [];
  }

  withTable(
    component: string,
    name: string,
    number: number,
    slot: number,
  ): Catalog {
    const tables = this.slots.get(component);
    const extended = {
      byName: new Map(tables?.byName).set(name, slot),
      byNumber: new Map(tables?.byNumber).set(number, slot),
    };
    const slots = new Map(this.slots).set(component, extended);
    return new Catalog(this.schemaVersion, slots);
  }

  /**
   * @param numbers new table numbers by slot
   * @returns a catalog with these numbers
   */
  withNumbers(
    component: string,
    numbers: ReadonlyMap<number, number>,
  ): Catalog {
    const tables = this.slots.get(component);
    if (tables === undefined) return this;
    const byNumber = new Map(
      [...tables.byNumber].map(([number, slot]) => [
        numbers.get(slot) ?? number,
        slot,
      ]),
    );
    const slots = new Map(this.slots);
    slots.set(component, { byName: tables.byName, byNumber });
    return new Catalog(this.schemaVersion + 1, slots);
  }

  withNextSchema(): Catalog {
    return new Catalog(this.schemaVersion + 1, this.slots);
  }
}

type ComponentTables = {
  readonly byName: ReadonlyMap<string, number>;
  readonly byNumber: ReadonlyMap<number, number>;
};
