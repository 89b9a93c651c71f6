/**
 * Which tables exist, per component, by name and by number. Never changes: a
 * new table makes a new catalog. A table's slot is its place in a snapshot's
 * list of tables and stays the same in every later snapshot.
 */
export class Catalog {
  /** Rises with every change of a schema. */
  readonly schemaVersion: number;
  readonly #slots: ReadonlyMap<string, ComponentTables>;

  private constructor(
    schemaVersion: number,
    slots: ReadonlyMap<string, ComponentTables>,
  ) {
    this.schemaVersion = schemaVersion;
    this.#slots = slots;
  }

  static readonly EMPTY = new Catalog(0, new Map());

  /** @returns the table's slot, or undefined when there is none of that name */
  slotOfName(component: string, name: string): number | undefined {
    return this.#slots.get(component)?.byName.get(name);
  }

  /** @returns the slot of the table whose ids carry `number` */
  slotOfNumber(component: string, number: number): number | undefined {
    return this.#slots.get(component)?.byNumber.get(number);
  }

  /** Components that have tables. */
  components(): Iterable<string> {
    return this.#slots.keys();
  }

  /** Slots of a component's tables, in order of their making. */
  slotsOf(component: string): Iterable<number> {
    return this.#slots.get(component)?.byName.values() ?? [];
  }

  /** Numbers taken in a component. */
  numbersOf(component: string): Iterable<number> {
    return this.#slots.get(component)?.byNumber.keys() ?? [];
  }

  /** @returns a catalog that has one table more */
  withTable(
    component: string,
    name: string,
    number: number,
    slot: number,
  ): Catalog {
    const tables = this.#slots.get(component);
    const extended = {
      byName: new Map(tables?.byName).set(name, slot),
      byNumber: new Map(tables?.byNumber).set(number, slot),
    };
    const slots = new Map(this.#slots).set(component, extended);
    return new Catalog(this.schemaVersion, slots);
  }

  /** @returns a catalog in which the tables of some slots have other numbers */
  withNumbers(
    component: string,
    numbers: ReadonlyMap<number, number>,
  ): Catalog {
    const tables = this.#slots.get(component);
    if (tables === undefined) return this;
    const byNumber = new Map(
      [...tables.byNumber].map(([number, slot]) => [
        numbers.get(slot) ?? number,
        slot,
      ]),
    );
    const slots = new Map(this.#slots);
    slots.set(component, { byName: tables.byName, byNumber });
    return new Catalog(this.schemaVersion + 1, slots);
  }

  /** @returns a catalog after a change of some table's schema */
  withNextSchema(): Catalog {
    return new Catalog(this.schemaVersion + 1, this.#slots);
  }
}

type ComponentTables = {
  readonly byName: ReadonlyMap<string, number>;
  readonly byNumber: ReadonlyMap<number, number>;
};
