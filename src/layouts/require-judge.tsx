import { RequireRole } from "./require-role";

/** Guard of the judges' page. */
export function Component() {
  return <RequireRole isIn={({ role }) => role === "judge"} />;
}
