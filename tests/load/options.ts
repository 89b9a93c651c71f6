import { parseArgs } from "node:util";

type Default = string | number | boolean | readonly number[];
type Given<Of> = Of extends number
  ? number
  : Of extends boolean
    ? boolean
    : Of extends string
      ? string
      : number[];

/**
 * Returns the options of a play, which are of the kind of their defaults: a text, a number, several or a switch.
 * @throws if there is no such option, or it should be a number
 */
export function optionsOf<Options extends Record<string, Default>>(
  args: readonly string[],
  defaults: Options,
): { [Name in keyof Options]: Given<Options[Name]> } {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => [
        name,
        { type: typeof usual === "boolean" ? "boolean" : "string" } as const,
      ]),
    ),
  });
  const numberOf = (name: string, text: string) => {
    if (text.trim() === "" || Number.isNaN(Number(text)))
      throw new Error(`--${name} is no number`);
    return Number(text);
  };
  const all = Object.entries(defaults).map(([name, usual]) => {
    const given = values[name];
    if (typeof given !== "string" || typeof usual === "string")
      return [name, given ?? usual] as const;
    return typeof usual === "number"
      ? ([name, numberOf(name, given)] as const)
      : ([name, given.split(",").map((one) => numberOf(name, one))] as const);
  });
  return Object.fromEntries(all) as never;
}
