import { Fragment } from "react";
import { mailSubjects, mailTo } from "../../content/contact";
import { landing } from "../../content/landing";
import type { Sponsor, SponsorGroup } from "../../content/schemas";
import { sponsorGroups } from "#edition/sponsors";
import { ArrowIcon } from "../../ui/icons";
import { Picture } from "../../ui/picture";
import { Reveal } from "../../ui/reveal";
import styles from "./sponsors.module.css";

/** The first group has the wall, and there may be no other. */
const [sponsors, ...partners]: readonly [SponsorGroup, ...SponsorGroup[]] =
  sponsorGroups;

/** The last cell of the wall invites sponsors. */
export function Sponsors() {
  return (
    <Reveal className="section-padding" aria-labelledby="sponsors">
      <div className="container">
        <div className={`stack gap-3 ${styles.heading}`} data-enter>
          <h2 id="sponsors" className="display-l caps">
            {landing.sponsors.title}
          </h2>
          <p>{landing.sponsors.text}</p>
        </div>
        <h3
          id={sponsors.id}
          className={`display-2xs quiet ${styles.tier}`}
          data-enter="2"
        >
          {sponsors.tier}
        </h3>
        <ul
          className={styles.wall}
          aria-labelledby={sponsors.id}
          data-enter="2"
        >
          {sponsors.sponsors.map((sponsor) => (
            <Logo key={sponsor.id} sponsor={sponsor} />
          ))}
          <li className={`grid on-signal ${styles.free}`}>
            <a href={mailTo(mailSubjects.sponsorship)}>
              {landing.sponsors.invitation} <ArrowIcon />
            </a>
          </li>
        </ul>
        {partners.map(({ id, tier, sponsors: those }) => (
          <Fragment key={id}>
            <h3
              id={id}
              className={`display-2xs quiet ${styles.tier}`}
              data-enter="3"
            >
              {tier}
            </h3>
            <ul
              className={styles.smallWall}
              aria-labelledby={id}
              data-enter="3"
            >
              {those.map((partner) => (
                <Logo key={partner.id} sponsor={partner} />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </Reveal>
  );
}

function Logo({ sponsor }: { sponsor: Sponsor }) {
  return (
    <li className={`stack ${styles.logo}`}>
      <Picture image={sponsor.logo} />
    </li>
  );
}
