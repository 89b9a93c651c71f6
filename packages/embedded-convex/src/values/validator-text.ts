import {
  CommitTsPlaceholder,
  type ValidatorJSON,
  type Value,
} from "convex/values";
import { isPlainObject } from "./plain-object";

/** Maximum length of a value in a message, in UTF-16 code units. */
const MAX_VALUE_TEXT = 1024;
const MAX_NAME_TEXT = 256;

/** @returns the `v.…` expression that defines the validator */
export function validatorText(json: ValidatorJSON): string {
  switch (json.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${JSON.stringify(json.value)})`;
    case "id":
      return `v.id(${JSON.stringify(json.tableName)})`;
    case "array":
      return `v.array(${validatorText(json.value)})`;
    case "record":
      return `v.record(${validatorText(json.keys)}, ${validatorText(json.values.fieldType)})`;
    case "object":
      return `v.object(${fieldsText(json.value)})`;
    case "union":
      return `v.union(${json.value.map(validatorText).join(", ")})`;
    default:
      return `v.${json.type}()`;
  }
}

/** Writes a value in a message: as source text, or only its type. */
export type Quote = (value: Value) => string;

/** @returns `value` as source text, cut when longer than `MAX_VALUE_TEXT` */
export function valueText(value: Value): string {
  const printer = new ValuePrinter();
  printer.print(value);
  return printer.text;
}

export function typeText(value: Value): string {
  if (value === null) return "<null>";
  if (Array.isArray(value)) return "<array>";
  if (value instanceof ArrayBuffer) return "<bytes>";
  return `<${typeof value}>`;
}

/** @returns a field's name, cut when longer than `MAX_NAME_TEXT` */
export function nameText(name: string): string {
  return cut(name, MAX_NAME_TEXT);
}

function fieldsText(
  fields: Record<string, { fieldType: ValidatorJSON; optional: boolean }>,
): string {
  const members = Object.entries(fields).map(([name, field]) => {
    const type = validatorText(field.fieldType);
    return `${name}: ${field.optional ? `v.optional(${type})` : type}`;
  });
  return `{${members.join(", ")}}`;
}

/** Stops printing at the limit: the value may be as large as a request. */
class ValuePrinter {
  #text = "";

  get text(): string {
    return cut(this.#text, MAX_VALUE_TEXT);
  }

  print(value: Value): void {
    if (Array.isArray(value)) {
      this.#list("[", value, (element) => this.print(element), "]");
    } else if (isPlainObject(value)) {
      const members = Object.entries(value).filter(isDefined);
      this.#list("{", members, (member) => this.#member(member), "}");
    } else {
      this.#text += scalarText(value);
    }
  }

  #list<Item>(
    open: string,
    items: readonly Item[],
    print: (item: Item) => void,
    close: string,
  ): void {
    this.#text += open;
    let separator = "";
    for (const item of items) {
      if (this.#text.length > MAX_VALUE_TEXT) return;
      this.#text += separator;
      print(item);
      separator = ", ";
    }
    this.#text += close;
  }

  #member([name, value]: Member): void {
    this.#text += `${nameText(name)}: `;
    this.print(value);
  }
}

type Member = [name: string, value: Value];

function isDefined(member: [string, Value | undefined]): member is Member {
  return member[1] !== undefined;
}

function scalarText(value: Value): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string")
    return JSON.stringify(cut(value, MAX_VALUE_TEXT));
  if (value instanceof ArrayBuffer) return `<${value.byteLength} bytes>`;
  if (value instanceof CommitTsPlaceholder) return String(value);
  return JSON.stringify(value);
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
