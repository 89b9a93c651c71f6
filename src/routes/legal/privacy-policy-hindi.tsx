import { privacyPolicyHindi } from "../../content/legal/privacy-policy-hindi";
import { formatDay } from "../../lib/time/format-date";
import { Reading } from "../../features/reading/reading";
import { paths } from "../../paths";
import { AnyLink } from "../../ui/any-link";

export function Component() {
  const { dated } = privacyPolicyHindi;
  return (
    <Reading
      page={privacyPolicyHindi}
      about={
        <span lang="en-IN">
          <time dateTime={dated}>{formatDay(dated)}</time> ·{" "}
          <AnyLink href={paths.privacyPolicy}>Read this in English</AnyLink>
        </span>
      }
    />
  );
}
