import { vi } from "vitest";
import { main } from "../../src/main";

/** Runs the command with `args` in this process. @returns what it prints, and its exit code */
export async function run(
  args: string[],
  environment: Record<string, string> = {},
) {
  for (const [name, value] of Object.entries(environment))
    vi.stubEnv(name, value);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const told = vi.spyOn(console, "error").mockReturnValue();
  // A process runs it once, and this one often: nothing is left that listens.
  for (const output of [process.stdout, process.stderr])
    vi.spyOn(output, "on").mockReturnThis();
  await main(args);
  const [code = 0] = exit.mock.lastCall ?? [];
  const stdout = printed.mock.calls.join("");
  const stderr = told.mock.calls.join("");
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  return { code, stdout, stderr };
}
