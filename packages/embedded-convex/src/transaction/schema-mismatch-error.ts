import { UserError } from "../base/errors";

/** An existing document does not match a new schema. */
export class SchemaMismatchError extends UserError {
  /** Name of the document's table. */
  readonly table: string;

  constructor(table: string, documentId: string, problem: string) {
    super(
      "SchemaValidationError",
      `Document with ID "${documentId}" in table "${table}" does not match the schema: ${problem}`,
    );
    this.table = table;
  }
}
