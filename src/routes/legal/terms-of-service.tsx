import { termsOfService } from "../../content/legal/terms-of-service";
import { paths } from "../../paths";
import { LegalScreen } from "./legal-screen";

export function Component() {
  return <LegalScreen page={termsOfService} path={paths.termsOfService} />;
}
