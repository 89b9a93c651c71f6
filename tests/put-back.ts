import { afterEach, vi } from "vitest";

// Runs before each file. The files of a worker share globals: what a test replaces is put back after it.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
