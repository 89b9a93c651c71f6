import { privacyPolicy } from "../../content/legal/privacy-policy";
import { paths } from "../../paths";
import { LegalScreen } from "./legal-screen";

export function Component() {
  return <LegalScreen page={privacyPolicy} path={paths.privacyPolicy} />;
}
