import { SourceMap } from "node:module";

const FRAME_POSITION = /(convex-\d+:[^():\s]+):(\d+):(\d+)/;

/** The beginning of a frame in V8's stacks: `at async Type.name [as method] (place)`. */
const FRAME = /^ {4}at (async )?/;

/** The parts of `convex/server` that call functions for the backend. */
const HARNESS = /\bconvex\/(src|dist\/\w+)\/server\/impl\//;

/** Lines and columns start at 1. */
type Position = { file: string; line: number; column: number };

/**
 * Maps positions in compiled modules back to the original sources, for stack
 * traces. Source maps are parsed lazily, when the first error needs them.
 */
export class SourceMaps {
  readonly #texts = new Map<string, readonly string[]>();
  readonly #parsed = new Map<string, SourceMap[]>();

  /**
   * @param file file name under which a module was compiled
   * @param texts source maps from compiled code to source, in the order of use
   */
  add(file: string, texts: readonly string[]): void {
    this.#texts.set(file, texts);
  }

  /**
   * Formats a stack as Convex does: only the app's own frames, each at its original
   * position.
   *
   * @returns e.g. `    at handler (../convex/teams.ts:5:10)`
   */
  frames(stack: string): string[] {
    const lines = stack.split("\n").filter((line) => FRAME.test(line));
    const end = lines.findLastIndex((line) => FRAME_POSITION.test(line));
    const frames = lines
      .slice(0, end + 1)
      .filter((line) => FRAME_POSITION.test(line) || isBuiltIn(line))
      .map((line) => inConvexForm(this.#mapped(line)));
    const isOwn = (line: string) => !HARNESS.test(line);
    const first = frames.findIndex(isOwn);
    return first < 0
      ? []
      : frames.slice(first, frames.findLastIndex(isOwn) + 1);
  }

  #mapped(line: string): string {
    return line.replace(
      FRAME_POSITION,
      (_, file: string, row: string, column: string) => {
        const at = { file, line: Number(row), column: Number(column) };
        const original = this.#original(at);
        return `${original.file}:${original.line}:${original.column}`;
      },
    );
  }

  #original({ file, line, column }: Position): Position {
    let position = { file: file.slice(file.indexOf(":") + 1), line, column };
    for (const map of this.#mapsOf(file)) {
      const entry = map.findEntry(position.line - 1, position.column - 1);
      if (!("originalSource" in entry)) break;
      position = {
        file: entry.originalSource,
        line: entry.originalLine + 1,
        column: entry.originalColumn + 1,
      };
    }
    return position;
  }

  #mapsOf(file: string): SourceMap[] {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const texts = this.#texts.get(file) ?? [];
    const maps = texts.map((text) => new SourceMap(JSON.parse(text)));
    this.#parsed.set(file, maps);
    return maps;
  }
}

/** Whether a frame is V8's own, such as that of `Array.map`. */
function isBuiltIn(line: string): boolean {
  return line.endsWith(" (<anonymous>)");
}

/**
 * `Promise.all (index 0)` is kept; an anonymous function is renamed. In linear time,
 * because the message may look like a stack, and may come from a client.
 */
function inConvexForm(line: string): string {
  const [start, prefix = ""] = FRAME.exec(line) ?? [""];
  const frame = line.slice(start.length);
  const open = frame.endsWith(")") ? frame.indexOf(" (") : -1;
  if (open < 0) return `    at ${prefix}<anonymous> (${frame})`;
  if (frame.startsWith("new ")) return line;
  const called = frame.slice(0, open);
  const as = called.indexOf(" [as ");
  const name = as < 0 ? called : called.slice(0, as);
  const method = as < 0 ? undefined : called.slice(as + 5, -1);
  return `    at ${prefix}${calledName(name, method)}${frame.slice(open)}`;
}

/**
 * Convex names the function and the property that it was called through where
 * V8 names the type: `move [as move]`, not `Animal.move`.
 */
function calledName(name: string, method: string | undefined): string {
  const dot = name.lastIndexOf(".");
  const own = name.slice(dot + 1);
  if (dot < 0 || own === "<anonymous>") return name;
  return method === undefined ? `${own} [as ${own}]` : own;
}
