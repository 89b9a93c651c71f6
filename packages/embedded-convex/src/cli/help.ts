import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./data-browser";

/** The flags of `serve`, for Node's `parseArgs`, and what `--help` says of them. */
export const SERVE_FLAGS = {
  functions: {
    type: "string",
    takes: "DIR",
    help: "run the Convex functions in DIR; by default those pushed last",
  },
  alias: {
    type: "string",
    takes: "NAME=DIR",
    help: "take what functions import of NAME, a package or #name, from DIR",
  },
  data: {
    type: "string",
    takes: "DIR",
    help: "keep the data in DIR (DATA_DIR); by default .data",
  },
  port: {
    type: "string",
    takes: "N",
    help: "listen on port N (PORT), 0 for any; by default 3000",
  },
  page: { type: "string", takes: "DIR", help: "also serve a built page" },
  "page-sources": {
    type: "string",
    takes: "PATH,…",
    help: "first build the page with Vite, if one of these has changed",
  },
  "page-head": {
    type: "string",
    takes: "QUERY",
    help: "write what this query says of a path into its HTML",
  },
  seed: {
    type: "string",
    takes: "FILE",
    help: "first fill a deployment without documents from a state or backup",
  },
  dev: { type: "boolean", takes: "", help: "show clients full errors" },
  "convex-retries": {
    type: "boolean",
    takes: "",
    help: "retry conflicting mutations as Convex does, for tests with crowds",
  },
  name: {
    type: "string",
    takes: "NAME",
    help: "show in the data browser what it belongs to",
  },
  home: {
    type: "string",
    takes: "PATH",
    help: "where that name leads; by default /",
  },
  notice: {
    type: "string",
    takes: "FILE",
    help: "print the text of FILE, if it exists, after the address",
  },
  "max-upload": {
    type: "string",
    takes: "MIB",
    help: "take so much in all by each upload URL, up to 99 MiB",
  },
  "openid-stand-in": {
    type: "string",
    takes: "PROVIDER",
    help: "sign in anyone who is at this machine, in place of google or another",
  },
} as const;

export function helpText(): string {
  const flags = Object.entries(SERVE_FLAGS).map(
    ([name, { takes, help }]) => `  ${`--${name} ${takes}`.padEnd(29)}${help}`,
  );
  return `embedded-convex ${versionOfPackage()}: a Convex-compatible backend in one process

embedded-convex serve [flags]        start it
${flags.join("\n")}

embedded-convex save NAME            keep the data of the server at PORT, which has --dev
embedded-convex load NAME            put such a state in the place of its data
embedded-convex states               list them

embedded-convex admin-key            print the admin key of the deployment in DATA_DIR
  --rotate                     replace it first

embedded-convex clock [+2h]          print what the clock of the server with --dev at PORT
                                     says, put forward by so many s, m, h or d

embedded-convex --version            print the version

HOST, PORT, DATA_DIR, PUBLIC_URL, TRUST_PROXY and DATA_BROWSER are read from the
environment and from .env.local. README.md says what they mean.`;
}

export function versionOfPackage(): string {
  const manifest = readFileSync(join(packageFolder(), "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
