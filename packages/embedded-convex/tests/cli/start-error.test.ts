import { expect, test } from "vitest";
import { parseSettings } from "../../src/cli/settings";
import {
  explainListenError,
  explainLoss,
  explainStartError,
  StartError,
} from "../../src/cli/start-error";
import {
  DamagedDataError,
  OtherVersionError,
  StoreLockedError,
} from "../../src/storage/store-errors";

const settings = parseSettings({ DATA_DIR: "/nowhere/data", PORT: "80" });

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: failed`), { code, path });

const levelError = (message: string) =>
  Object.assign(new Error("Database failed to open"), {
    code: "LEVEL_DATABASE_NOT_OPEN",
    cause: Object.assign(new Error(message), { code: "LEVEL_IO_ERROR" }),
  });

const LOCK = "/nowhere/data/documents/LOCK";

test.each([
  ["locked", new StoreLockedError("d"), "Another process is using the"],
  [
    "damaged",
    new DamagedDataError("/nowhere/data/documents/CURRENT", "is missing"),
    "The data directory /nowhere/data is damaged: /nowhere/data/documents/CURRENT is missing. Nothing in it was changed. It holds no backup",
  ],
  [
    "damaged somewhere",
    new DamagedDataError(null, "its 3 documents are not the 4"),
    "is damaged: its 3 documents",
  ],
  [
    "of a later version",
    new OtherVersionError("3", "2"),
    "The data directory /nowhere/data cannot be used: it was written by another version of the server, in format 3, and this version reads formats up to 2. Nothing",
  ],
  [
    "not permitted",
    systemError("EACCES", "/nowhere/data/keys.json"),
    "/nowhere/data/keys.json cannot be read or written by this user (data directory /nowhere/data)",
  ],
  [
    "not permitted elsewhere",
    systemError("EACCES", "/project/convex"),
    "/project/convex cannot be read or written by this user",
  ],
  ["read-only", systemError("EROFS", "/nowhere/data"), "cannot be written"],
  [
    "below a file",
    systemError("ENOTDIR", "/nowhere/data"),
    "part of this path is missing or not a directory",
  ],
  [
    "full",
    systemError("ENOSPC"),
    "A disk that the server writes to is full: free some space",
  ],
  [
    "full for LevelDB",
    levelError(`IO error: ${LOCK}: No space left on device`),
    `The data directory /nowhere/data cannot be used: IO error: ${LOCK}: No space left on device`,
  ],
  [
    "in a loop of links",
    Object.assign(systemError("ELOOP", "/nowhere/data"), { syscall: "mkdir" }),
    "/nowhere/data: ELOOP: failed (data directory /nowhere/data)",
  ],
  ["too many files", systemError("EMFILE"), "Too many files are open"],
])("explains a data directory that is %s in one line", (_what, error, line) => {
  const explained = explainStartError(error, settings);
  expect(explained).toBeInstanceOf(StartError);
  expect(String(explained)).not.toContain("\n");
  expect(String(explained)).not.toContain("PORT");
  expect(String(explained)).toContain(line);
});

test("does not mention the data directory for a path outside it", () => {
  const error = systemError("EACCES", "/project/convex");
  const explained = explainStartError(error, settings);
  expect(String(explained)).not.toContain("data directory");
});

test.each([
  ["EADDRINUSE", "Port 80 is in use"],
  ["EACCES", "This user may not listen on port 80"],
  ["EADDRNOTAVAIL", "HOST 127.0.0.1 is not an address of this machine"],
  ["EINVAL", "HOST 127.0.0.1 cannot be used: EINVAL: failed"],
])("explains in one line why it cannot listen (%s)", (code, line) => {
  const error = Object.assign(systemError(code), { syscall: "getaddrinfo" });
  const explained = explainListenError(error, settings);
  expect(explained).toBeInstanceOf(StartError);
  expect(String(explained)).toContain(line);
  expect(String(explained)).not.toContain("data directory");
});

test("why data cannot be kept is told in one line, but a bug with its stack", () => {
  const refused = (cause: Error) =>
    explainLoss(new Error("refused", { cause }));
  expect(refused(levelError("IO error: disk full"))).toBe(
    "Stopping, because data cannot be kept: IO error: disk full",
  );
  expect(refused(new TypeError("x"))).toContain("start-error.test.ts");
});
