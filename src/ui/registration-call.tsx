import { registrationClosed, stayUpdated } from "../content/calls";
import { links } from "#edition/links";
import { paths } from "../paths";
import { AnchorButton, ExternalLinkButton, LinkButton } from "./button";
import styles from "./registration-call.module.css";

/**
 * The call to register or its replacement: a notice that registration is closed, or a link to Stay Updated. With
 * `toDashboard`, participants see a link to the dashboard instead, and others one to the projects when the event is over.
 * @param tabIndex -1 for a copy that the keyboard skips
 */
export function RegistrationCall({
  toDashboard = false,
  tabIndex,
}: {
  toDashboard?: boolean;
  tabIndex?: number;
}) {
  const look = { tone: "signal", size: "large", tabIndex } as const;
  const audience = toDashboard ? "guests" : undefined;
  return (
    <>
      <ExternalLinkButton
        {...look}
        href={links.registration}
        data-for={audience}
      >
        REGISTER NOW
      </ExternalLinkButton>
      <p
        className={`flex items-center soft ${styles.closed}`}
        data-when="closed live"
        data-for={audience}
      >
        {registrationClosed}
      </p>
      <AnchorButton
        {...look}
        href={`#${stayUpdated}`}
        data-when={toDashboard ? "hidden" : "hidden over"}
        data-for={audience}
      >
        STAY UPDATED
      </AnchorButton>
      {toDashboard && (
        <>
          <LinkButton
            {...look}
            to={paths.projects}
            data-when="over"
            data-for="guests"
          >
            SEE THE PROJECTS
          </LinkButton>
          <LinkButton {...look} to={paths.dashboard} data-for="participants">
            OPEN DASHBOARD
          </LinkButton>
        </>
      )}
    </>
  );
}
