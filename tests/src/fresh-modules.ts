import { beforeEach, vi } from "vitest";

// Runs before each file. The files of a worker share globals and packages, but not our modules, so
// that mocks of modules affect only their own file.
vi.resetModules();

// Every page stands on one deployment, also when a test loads its modules anew.
const { convexReact } = await import("./deployment");
vi.doMock("convex/react", convexReact);

// happy-dom scrolls nothing.
Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
