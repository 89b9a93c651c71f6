import { afterAll, afterEach, vi } from "vitest";

// Runs before each file. The files of a worker share globals: what a test replaces is put back after it, and what a file
// has stored is gone after the file.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

afterAll(() => {
  if (!("happyDOM" in globalThis)) return;
  localStorage.clear();
  sessionStorage.clear();
});
