import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one line that people and scripts can read: `N passed, N failed`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
  ): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.result().state === "passed").length;
      const failedTests = tests.filter(
        (test) => test.result().state === "failed",
      ).length;
      // A file that cannot be loaded fails without a failing test in it.
      failed += failedTests || (module.ok() ? 0 : 1);
    }
    // After the default reporter's summary, which is printed in the same tick.
    setImmediate(() =>
      process.stdout.write(`\n${passed} passed, ${failed} failed\n`),
    );
  }
}
