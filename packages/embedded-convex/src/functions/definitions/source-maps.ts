import { SourceMap } from "node:module";

const FRAME_POSITION = /(convex-\d+:[^():\s]+):(\d+):(\d+)/;

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
   * @returns the stack's frames in deployed code, each at its original
   *   position, e.g. `    at handler (../convex/teams.ts:5:10)`
   */
  frames(stack: string): string[] {
    return stack
      .split("\n")
      .filter((line) => FRAME_POSITION.test(line))
      .map((line) =>
        line.replace(
          FRAME_POSITION,
          (_, name: string, row: string, place: string) => {
            const line = Number(row);
            const column = Number(place);
            const { file, ...at } = this.#original({
              file: name,
              line,
              column,
            });
            return `${file}:${at.line}:${at.column}`;
          },
        ),
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
