import { judging } from "../../content/resources/judging";
import { ResourceScreen } from "./resource-screen";

export function Component() {
  return <ResourceScreen page={judging} />;
}
