import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { Checkbox } from "../../ui/text-field";

/** The tick without which no account is made. */
export function AcceptTerms({ error }: { error: string | undefined }) {
  return (
    <Checkbox
      label={
        <>
          <span>I accept the </span>
          <TermsLinks />
        </>
      }
      required
      name="acceptsTerms"
      error={error}
    />
  );
}

/** What a new account accepts. The links open new tabs, so that nothing typed is lost. */
export function TermsLinks() {
  return (
    <>
      <DocumentLink to={paths.termsOfService}>Terms of Service</DocumentLink>
      <span>, the </span>
      <DocumentLink to={paths.privacyPolicy}>Privacy Policy</DocumentLink>
      <span> and the </span>
      <DocumentLink to={paths.codeOfConduct}>Code of Conduct</DocumentLink>
    </>
  );
}

function DocumentLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank">
      {children}
    </Link>
  );
}
