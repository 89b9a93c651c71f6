import { Base64, type Value } from "convex/values";

/** The nesting limit of Convex. */
const MAX_DEPTH = 64;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

const SPACE = /\s*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const BIGINT = /-?\d+n\b/y;
const NUMBER = /-?(?:Infinity\b|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const WORD = /[A-Za-z_$][\w$]*/y;

const WORDS = new Map<string, Value>([
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", NaN],
  ["Infinity", Infinity],
]);

type ParsedValue =
  | { ok: true; value: Value }
  /** One sentence with the position and the reason. */
  | { ok: false; error: string };

/**
 * The inverse of `printValue`. Also accepts unquoted field names and trailing
 * commas.
 */
export function parseValue(text: string): ParsedValue {
  try {
    return { ok: true, value: new Parser(text).whole() };
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, error: error.message };
    throw error;
  }
}

class Mistake extends Error {}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Value {
    const value = this.#value();
    this.#take(SPACE);
    if (this.#at < this.#text.length)
      this.#fail("there is more than one value");
    return value;
  }

  #value(): Value {
    this.#take(SPACE);
    if (this.#next("{")) return this.#nested(() => this.#object());
    if (this.#next("[")) return this.#nested(() => this.#array());
    const string = this.#take(STRING);
    if (string !== null) return this.#unquoted(string);
    const bigint = this.#take(BIGINT);
    if (bigint !== null) return this.#int64(bigint);
    const number = this.#take(NUMBER);
    if (number !== null) return Number(number);
    return this.#word();
  }

  #word(): Value {
    const start = this.#at;
    const word = this.#take(WORD);
    const value = word === null ? undefined : WORDS.get(word);
    if (value !== undefined) return value;
    if (word === "bytes") return this.#bytes();
    this.#at = start;
    if (start === this.#text.length) return this.#fail("a value is missing");
    if (this.#text[start] === "'" || word !== null) {
      return this.#fail('text needs double quotes, such as "text"');
    }
    return this.#fail("a value was expected");
  }

  #nested(parse: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail("this is nested too deeply");
    const value = parse();
    this.#depth -= 1;
    return value;
  }

  #array(): Value {
    const elements: Value[] = [];
    this.#list("]", () => elements.push(this.#value()));
    return elements;
  }

  #object(): Value {
    const fields = new Map<string, Value>();
    this.#list("}", () => {
      const name = this.#fieldName();
      if (fields.has(name)) this.#fail(`the field "${name}" appears twice`);
      this.#take(SPACE);
      if (!this.#next(":")) this.#fail("a colon was expected");
      fields.set(name, this.#value());
    });
    return Object.fromEntries(fields);
  }

  /** Parses comma-separated parts up to `end`. */
  #list(end: string, part: () => void): void {
    this.#take(SPACE);
    while (!this.#next(end)) {
      part();
      this.#take(SPACE);
      if (this.#next(",")) this.#take(SPACE);
      else if (!this.#sees(end)) this.#fail(`a comma or ${end} was expected`);
    }
  }

  #fieldName(): string {
    const string = this.#take(STRING);
    if (string !== null) return this.#unquoted(string);
    return this.#take(WORD) ?? this.#fail("the name of a field was expected");
  }

  #bytes(): Value {
    const base64 = this.#next("(") ? this.#take(STRING) : null;
    if (base64 === null || !this.#next(")")) {
      return this.#fail('bytes are written as bytes("base64")');
    }
    try {
      return new Uint8Array(Base64.toByteArray(this.#unquoted(base64))).buffer;
    } catch {
      return this.#fail("this is not base64");
    }
  }

  #int64(text: string): bigint {
    const value = BigInt(text.slice(0, -1));
    if (value >= MIN_INT64 && value <= MAX_INT64) return value;
    return this.#fail("a bigint has at most 64 bits");
  }

  #unquoted(token: string): string {
    try {
      return String(JSON.parse(token));
    } catch {
      this.#at -= token.length;
      return this.#fail("a character in this text needs escaping");
    }
  }

  /** Consumes a match at the current position; null if there is none. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at = pattern.lastIndex;
    return found;
  }

  #sees(character: string): boolean {
    return this.#text[this.#at] === character;
  }

  #next(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at += 1;
    return true;
  }

  #fail(what: string): never {
    const before = this.#text.slice(0, this.#at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new Mistake(`Line ${before.length}, column ${column}: ${what}.`);
  }
}
