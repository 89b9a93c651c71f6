import { expect, test, vi } from "vitest";
import { silentLogger } from "../../../embedded/base/logger";
import { openWorkbench } from "./workbench";

test("errors that an action leaves behind are logged and end nothing", async () => {
  // Vitest listens too, and would call the test failed.
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  try {
    const errors: string[] = [];
    const logger = {
      ...silentLogger,
      error: (message: string) => errors.push(message),
    };
    const bench = await openWorkbench("workshop", { logger });
    await bench.action("surroundings:leaveErrors");
    await vi.waitFor(() => expect(errors.length).toBe(2));
    expect(errors.join()).toContain("lost promise");
    expect(errors.join()).toContain("lost timer");
    await bench.close();
    expect(process.listenerCount("unhandledRejection")).toBe(0);
  } finally {
    for (const listener of others) process.on("unhandledRejection", listener);
  }
});
