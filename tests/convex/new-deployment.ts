import { beforeEach } from "vitest";
import { newBackend } from "./setup";

// Runs before each file.
beforeEach(newBackend);
