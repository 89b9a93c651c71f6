// `npm install` runs this: it makes git use the hooks of this folder. It changes nothing outside a checkout, and
// nothing where somebody has hooks already.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

if (existsSync(".git")) {
  try {
    const current = git("rev-parse", "--git-path", "hooks");
    const names = existsSync(current) ? readdirSync(current) : [];
    if (names.every((name) => name.endsWith(".sample")))
      git("config", "core.hooksPath", ".githooks");
  } catch {
    // Without git there is nothing to commit; the install goes on.
  }
}

function git(...args) {
  const stdio = ["ignore", "pipe", "ignore"];
  return execFileSync("git", args, { encoding: "utf8", stdio }).trim();
}
