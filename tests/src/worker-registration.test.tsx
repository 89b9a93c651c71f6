/** How a page notices a new version, with a browser's part made up; real browsers: e2e/offline.test.ts. */
import { afterEach, expect, test, vi } from "vitest";
import {
  startWorker,
  useNewVersion,
} from "../../src/features/device/worker-registration";
import { render, screen } from "./rendering";

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const NewVersion = () => useNewVersion() && <p>There is a new version.</p>;

test("a version whose installation began before the page looked for one is noticed", async () => {
  vi.stubEnv("PROD", true);
  const worker = Object.assign(new EventTarget(), {
    postMessage(_question: unknown, [port]: [MessagePort]) {
      port.postMessage("/assets/start-new.js");
      port.close();
    },
  });
  const registration = Object.assign(new EventTarget(), {
    active: {},
    installing: worker as typeof worker | null,
    waiting: null as typeof worker | null,
    update: async () => {},
  });
  Object.defineProperty(navigator, "serviceWorker", {
    value: { controller: {}, register: async () => registration },
    configurable: true,
  });
  await startWorker();
  render(<NewVersion />);
  Object.assign(registration, { installing: null, waiting: worker });
  worker.dispatchEvent(new Event("statechange"));
  expect(await screen.findByText("There is a new version.")).toBeDefined();
});
