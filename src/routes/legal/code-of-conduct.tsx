import { codeOfConduct } from "../../content/legal/code-of-conduct";
import { paths } from "../../paths";
import { LegalScreen } from "./legal-screen";

export function Component() {
  return <LegalScreen page={codeOfConduct} path={paths.codeOfConduct} />;
}
