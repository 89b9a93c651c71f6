/**
 * How often a test repeats something at random, or which of many like cases it runs: few in every run, all with
 * `TEST_ALL=1`.
 */
export const thorough = process.env["TEST_ALL"] === "1";
