import { afterAll } from "vitest";
import { closeAll } from "./afterwards";

// Runs before each file.
afterAll(closeAll);
