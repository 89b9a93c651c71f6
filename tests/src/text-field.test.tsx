import { expect, test } from "vitest";
import { PasswordField, TextField } from "../../src/ui/text-field";
import { click, field, fireEvent, render } from "./rendering";

test("a field is named by its label and described by its hint", () => {
  render(<TextField label="Team name" name="name" hint="Fifty characters." />);
  const input = field("Team name");
  expect(describedBy(input)).toBe("Fifty characters.");
  expect(input.getAttribute("aria-invalid")).toBe("false");
});

test("a password can be looked at without losing it", () => {
  render(<PasswordField label="Password" name="password" />);
  const input = field("Password");
  fireEvent.change(input, { target: { value: "secret" } });
  click("Show password");
  expect(input.type).toBe("text");
  expect(input.value).toBe("secret");
});

function describedBy(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
