import { RequireRole } from "./require-role";

/** Guard of the organisers' area. */
export function Component() {
  return <RequireRole isIn={({ role }) => role === "organiser"} />;
}
