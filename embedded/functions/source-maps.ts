import { SourceMap } from "node:module";

const FRAME_POSITION = /(convex-\d+:[^():\s]+):(\d+):(\d+)/;

/**
 * Knows where compiled modules came from, so that stack traces name the lines
 * that people wrote. Maps are parsed when the first error needs them.
 */
export class SourceMaps {
  readonly #texts = new Map<string, string>();
  readonly #parsed = new Map<string, SourceMap>();

  /** @param file the name under which a module was compiled */
  add(file: string, sourceMapText: string): void {
    this.#texts.set(file, sourceMapText);
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
          (_, file: string, row: string, column: string) =>
            this.#original(file, Number(row), Number(column)),
        ),
      );
  }

  #original(file: string, line: number, column: number): string {
    const entry = this.#mapOf(file)?.findEntry(line - 1, column - 1);
    return entry !== undefined && "originalSource" in entry
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : `${file.slice(file.indexOf(":") + 1)}:${line}:${column}`;
  }

  #mapOf(file: string): SourceMap | undefined {
    const known = this.#parsed.get(file);
    const text = this.#texts.get(file);
    if (known !== undefined || text === undefined) return known;
    const map = new SourceMap(JSON.parse(text));
    this.#parsed.set(file, map);
    return map;
  }
}
