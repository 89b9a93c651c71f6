import { readFileSync } from "node:fs";

/** What `npm start` gives to the backend's command, so that tests start what README starts. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const words = [...String(scripts.start).matchAll(/'([^']*)'|\S+/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
  return words.slice(words.indexOf("serve"));
}
