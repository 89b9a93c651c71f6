import { submissionGuide } from "../../content/resources/submission-guide";
import { ResourceScreen } from "./resource-screen";

export function Component() {
  return <ResourceScreen page={submissionGuide} />;
}
