import type { TableLookup } from "../values/validators";
import type { Workspace } from "./workspace";

/** What it needs of a transaction. */
type Source = {
  readonly workspace: Workspace;
  readonly hidesValues: boolean;
  nameOfTable(component: string, number: number): string | null;
};

/**
 * A component's tables as a transaction sees them. It is no object literal with a
 * getter: V8 gives each of those a hidden class of its own, which keeps the
 * transaction and its snapshot in memory until the next full collection.
 */
export class ComponentTables implements TableLookup {
  readonly #transaction: Source;
  readonly #component: string;

  constructor(transaction: Source, component: string) {
    this.#transaction = transaction;
    this.#component = component;
  }

  get hidesValues(): boolean {
    return this.#transaction.hidesValues;
  }

  get catalog(): object {
    return this.#transaction.workspace.catalog;
  }

  nameOfTable(number: number): string | null {
    return this.#transaction.nameOfTable(this.#component, number);
  }
}
