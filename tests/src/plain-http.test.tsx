import { expect, test, vi } from "vitest";
import { PlainHttp } from "../../src/routes/organiser/overview/notes";
import { field, render } from "./rendering";

test("over plain HTTP organisers read which parts are off, and over TLS nothing", () => {
  vi.stubGlobal("isSecureContext", true);
  const { rerender, container } = render(<PlainHttp />);
  expect(container.textContent).toBe("");
  vi.stubGlobal("isSecureContext", false);
  rerender(<PlainHttp key="plain" />);
  const words = field("Plain HTTP").textContent;
  for (const part of ["camera", "connection", "messages", "awake", ".deploy/"])
    expect(words).toContain(part);
});
