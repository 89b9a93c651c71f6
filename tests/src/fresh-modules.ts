import { vi } from "vitest";

// Runs before each file: those of a worker share its browser's globals and its packages, but no module of ours, so that
// a file which replaces some of them replaces them for itself.
vi.resetModules();
