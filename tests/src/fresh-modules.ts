import { vi } from "vitest";

// Runs before each file. The files of a worker share globals and packages, but not our modules, so
// that mocks of modules affect only their own file.
vi.resetModules();
