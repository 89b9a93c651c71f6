import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer, temporaryFolder } from "../engine/test-server";
import { thorough } from "../thorough";
import { notesApp } from "./notes-app";
import { Project } from "./project";

/** From npm, one of each way in which command lines push; the newest is that of the other tests. */
const VERSIONS = ["1.19.5", "1.27.5", "1.31.2", "1.34.1", "1.35.1"];

test.runIf(thorough).each(VERSIONS)(
  "the command line of convex %s pushes, runs, lists and sets",
  async (version) => {
    const home = await temporaryFolder();
    const install = ["install", "--no-save", "--no-audit", `convex@${version}`];
    await promisify(execFile)("npm", ["--prefix", home, ...install]);
    const cli = join(home, "node_modules", "convex", "bin", "main.js");
    const server = await startServer({ functions: null });
    const project = await Project.create(server, notesApp, cli);

    const dev = await project.cli("dev", "--once", "--typecheck", "disable");
    expect(dev.stderr).toContain("Convex functions ready!");
    expect(dev.code).toBe(0);
    expect(dev.stderr).toContain("notes.by_text");
    await project.output("run", "notes:add", '{"text":"one"}');
    await project.output("env", "set", "GREETING", "hello");
    expect(await project.output("run", "notes:greeting")).toContain("hello");
    expect(await project.output("data", "notes")).toContain("one");

    const schema = notesApp["convex/schema.ts"];
    const misfit = schema.replace("text: v.string()", "text: v.number()");
    await project.write("convex/schema.ts", misfit);
    const deploy = ["deploy", "-y", "--typecheck", "disable"];
    const refused = await project.cli(...deploy);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("does not match the schema");
    expect(await project.output("run", "notes:texts")).toContain("one");
  },
  // It installs, and runs seven commands.
  600_000,
);
