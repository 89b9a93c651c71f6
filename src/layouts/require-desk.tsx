import { RequireRole } from "./require-role";

/** Guard of the check-in desk: for organisers, and whom they have named for it. */
export function Component() {
  return (
    <RequireRole
      isIn={({ role, isDeskHelper }) => role === "organiser" || isDeskHelper}
    />
  );
}
