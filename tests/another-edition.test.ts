import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** What only our own edition says. */
const OURS =
  /.{0,40}(HackArena|New Delhi|\b(?:April|May|June) 2025|Vayuforge|Taarbase|team of (?:up|two) to four|Two to four|36[ -][Hh][Oo][Uu][Rr]|hackarena-my-data).{0,40}/gu;

test("a build of another edition says nothing of ours", async () => {
  const folder = await mkdtemp(join(tmpdir(), "another-edition-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  await promisify(execFile)(
    process.execPath,
    [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
    {
      cwd: root,
      env: {
        ...process.env,
        VITEST: "",
        NODE_ENV: "production",
        EDITION: "tests/fixtures/another-edition",
      },
    },
  );
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter((file) =>
    /\.(html|js|txt|xml|webmanifest)$/u.test(file),
  );
  const left: string[] = [];
  for (const file of texts) {
    const text = await readFile(join(folder, file), "utf8");
    left.push(
      ...[...text.matchAll(OURS)].map(([found]) => `${file}: ${found}`),
    );
  }
  expect(texts.length).toBeGreaterThan(60);
  expect(left).toEqual([]);
  const landing = await readFile(join(folder, "index.html"), "utf8");
  expect(landing).toContain("30 December 2031 – 1 January 2032");
  expect(landing).toContain("a team of up to six");
  expect(landing).toContain("₹12,34,567");
});
