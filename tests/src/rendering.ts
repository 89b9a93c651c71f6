import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// As long as what is polled: what comes late on a loaded laptop still counts.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

export { act, fireEvent, render, screen, within } from "@testing-library/react";
