import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterwards, temporaryFolder } from "../engine/test-server";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const CLI = join(ROOT, "node_modules", "convex", "bin", "main.js");

export type CliResult = { code: number | null; stdout: string; stderr: string };

/** A command that goes on until the test ends. */
export type RunningCli = {
  /** Resolves when `text` has been printed anywhere. */
  printed(text: string): Promise<void>;
  output(): string;
};

type Server = { url: string; engine: { keys: { adminKey: string } } };

/** A project folder as somebody has it who works with Convex. */
export class Project {
  readonly folder: string;
  readonly #environment: Record<string, string | undefined>;

  private constructor(folder: string, { url, engine }: Server) {
    this.folder = folder;
    const { PATH, HOME } = process.env;
    this.#environment = {
      PATH,
      HOME,
      // Nothing is told to anybody.
      CI: "1",
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: engine.keys.adminKey,
    };
  }

  /** @param files by their paths in the project */
  static async create(
    server: Server,
    files: Record<string, string> = {},
  ): Promise<Project> {
    const project = new Project(await temporaryFolder(), server);
    const manifest = {
      name: "app",
      type: "module",
      dependencies: { convex: "1" },
    };
    await project.write("package.json", JSON.stringify(manifest));
    await symlink(
      join(ROOT, "node_modules"),
      join(project.folder, "node_modules"),
    );
    for (const [path, text] of Object.entries(files)) {
      await project.write(path, text);
    }
    return project;
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), "utf8");
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path));
  }

  /** Runs the official command line to its end. */
  async cli(...args: string[]): Promise<CliResult> {
    return this.cliWith({}, ...args);
  }

  /** The same with other variables. */
  async cliWith(
    variables: Record<string, string>,
    ...args: string[]
  ): Promise<CliResult> {
    const result: CliResult = { code: null, stdout: "", stderr: "" };
    const child = this.#spawn(args, variables);
    child.stdout?.on("data", (data) => (result.stdout += plain(data)));
    child.stderr?.on("data", (data) => (result.stderr += plain(data)));
    const [code] = (await once(child, "close")) as [number | null];
    return { ...result, code };
  }

  /** The same, for a command that must succeed; returns what it printed. */
  async output(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.cli(...args);
    if (code === 0) return stdout;
    throw new Error(`convex ${args.join(" ")} ended with ${code}: ${stderr}`);
  }

  /** Starts a command that does not end by itself. */
  start(...args: string[]): RunningCli {
    const child = this.#spawn(args, {});
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

  #spawn(args: string[], variables: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: { ...this.#environment, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

function plain(data: unknown): string {
  return stripVTControlCharacters(String(data));
}
