import { paths } from "../../paths";
import { HelperFrame } from "../dashboard/helper-frame";
// Part of the page, because judges are nearly the only ones who open it.
import { Desk } from "./desk";

export function Component() {
  return (
    <HelperFrame at={paths.judge}>
      <Desk />
    </HelperFrame>
  );
}
