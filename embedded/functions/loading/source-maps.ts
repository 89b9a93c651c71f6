import { SourceMap } from "node:module";

const FRAME_POSITION = /(convex-\d+:[^():\s]+):(\d+):(\d+)/;

/** Lines and columns count from 1. */
type Position = { file: string; line: number; column: number };

/**
 * Knows where compiled modules came from, so that stack traces name the lines
 * that people wrote. Maps are parsed when the first error needs them.
 */
export class SourceMaps {
  readonly #texts = new Map<string, readonly string[]>();
  readonly #parsed = new Map<string, SourceMap[]>();

  /**
   * @param file the name under which a module was compiled
   * @param texts the maps that lead to its first source, one after the other
   */
  add(file: string, texts: readonly string[]): void {
    this.#texts.set(file, texts);
  }

  /**
   * Reduces a stack to its frames in deployed code, each at its original
   * position, such as `    at handler (../convex/teams.ts:5:10)`.
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
