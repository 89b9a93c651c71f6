import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import {
  afterwards,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
/**
 * All that `convex/bin/main.js` does is to import this file. Run directly and
 * with the cache, it starts in less than half of the processor time.
 */
const CLI = join(ROOT, "node_modules", "convex", "dist", "cli.bundle.cjs");
const CODE_CACHE = join(import.meta.dirname, "code-cache.cjs");

export type CliResult = { code: number | null; stdout: string; stderr: string };

/** A command that runs until the test ends. */
export type RunningCli = {
  /** Resolves when the command has printed `text`. */
  printed(text: string): Promise<void>;
  output(): string;
};

type Server = { url: string; engine: { keys: { adminKey: string } } };

/** A developer's project folder, for use with Convex's command line. */
export class Project {
  readonly folder: string;
  readonly #environment: Record<string, string | undefined>;

  private constructor(
    folder: string,
    { url, engine }: Server,
    private readonly main = CLI,
  ) {
    this.folder = folder;
    const { PATH, HOME } = process.env;
    this.#environment = {
      PATH,
      HOME,
      // As in CI, so that the command line sends no reports.
      CI: "1",
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: engine.keys.adminKey,
    };
  }

  /** Creates a project; `files` are by their paths in it, and `main` runs another command line. */
  static async create(
    server: Server,
    files: Record<string, string> = {},
    main?: string,
  ): Promise<Project> {
    return new Project(await newFolder(files), server, main);
  }

  /** Creates a project and a server that runs its folder, without a push. */
  static async serve(
    files: Record<string, string>,
    options: Parameters<typeof startServer>[0] = {},
  ): Promise<{ server: TestServer; project: Project }> {
    const folder = await newFolder(files);
    const functions = join(folder, "convex");
    const server = await startServer({ functions, ...options });
    return { server, project: new Project(folder, server) };
  }

  write(path: string, text: string): Promise<void> {
    return fill(this.folder, { [path]: text });
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), "utf8");
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path));
  }

  /** Runs the official command line until it ends. */
  async cli(...args: string[]): Promise<CliResult> {
    const result: CliResult = { code: null, stdout: "", stderr: "" };
    const child = this.#spawn(args);
    child.stdout?.on("data", (data) => (result.stdout += plain(data)));
    child.stderr?.on("data", (data) => (result.stderr += plain(data)));
    const [code] = (await once(child, "close")) as [number | null];
    return { ...result, code };
  }

  /** Like `cli`, for a command that must succeed; returns its output. */
  async output(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.cli(...args);
    if (code === 0) return stdout;
    throw new Error(`convex ${args.join(" ")} ended with ${code}: ${stderr}`);
  }

  /** Starts a command that does not end by itself; the test ends it. */
  start(...args: string[]): RunningCli {
    const child = this.#spawn(args);
    let output = "";
    const looks = new Set<() => void>();
    const take = (data: unknown) => {
      output += plain(data);
      for (const look of looks) look();
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    const ended = once(child, "close");
    afterwards(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    return {
      output: () => output,
      printed: (text) => {
        const found = new Promise<void>((resolve) => {
          const look = () => {
            if (!output.includes(text)) return;
            looks.delete(look);
            resolve();
          };
          looks.add(look);
          look();
        });
        const failed = ended.then(() => {
          if (output.includes(text)) return;
          throw new Error(`It ended without printing ${text}: ${output}`);
        });
        return Promise.race([found, failed]);
      },
    };
  }

  #spawn(args: string[]): ChildProcess {
    const options = ["--require", CODE_CACHE];
    return spawn(process.execPath, [...options, this.main, ...args], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

async function newFolder(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  const dependencies = { convex: "1" };
  const manifest = { name: "app", type: "module", dependencies };
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await fill(folder, { "package.json": JSON.stringify(manifest), ...files });
  return folder;
}

async function fill(
  folder: string,
  files: Record<string, string>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function plain(data: unknown): string {
  return stripVTControlCharacters(String(data));
}
