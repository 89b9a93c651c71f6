import { starterKits } from "../../content/resources/starter-kits";
import { ResourceScreen } from "./resource-screen";

export function Component() {
  return <ResourceScreen page={starterKits} />;
}
