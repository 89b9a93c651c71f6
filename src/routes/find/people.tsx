import { useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Card } from "#convex/shared/findingValidators";
import { FIRST_PAGE } from "#convex/shared/limits";
import { useQuietLive, type Live } from "../../lib/use-live";
import { SelectField } from "../../ui/select-field";
import { AskButton } from "./ask-button";
import { written } from "../../ui/written";
import styles from "./find.module.css";
import { Listing } from "./listing";
import { More } from "./more";
import { SkillFilter } from "./skill-filter";
import { Skills } from "./skills";
import type { Finding } from "./use-finding";
import { useSteady } from "./use-steady";
import { requestInWords } from "./words";

/** The cards of people without a team. */
export function People({ finding }: { finding: Finding }) {
  const { me, pass, hidden, requests, noRoom } = finding;
  const whole = useRef<HTMLDivElement>(null);
  const [skill, setSkill] = useState("");
  const [college, setCollege] = useState("");
  const [limit, setLimit] = useState(FIRST_PAGE);
  const filter = {
    ...(skill !== "" && { skill }),
    ...(college !== "" && { college }),
    limit,
  };
  const live = useQuietLive(api.cards.list, {
    ...(pass !== undefined && { pass }),
    ...filter,
  });
  const left = new Set<string>([me._id, ...hidden.map(({ target }) => target)]);
  const steady = useSteady(pageOf(live), JSON.stringify(filter), ({ uid }) =>
    left.has(uid),
  );
  const seen = useSeen(steady.entries?.map(({ entry }) => entry) ?? []);
  const colleges = distinct([me.college, ...seen.colleges]);
  return (
    <div ref={whole} tabIndex={-1} className={styles.stack}>
      <fieldset className={styles.filters} aria-label="Filter people">
        <SkillFilter value={skill} others={seen.skills} onChange={setSkill} />
        <SelectField
          label="College"
          none="Any college"
          name="college"
          options={colleges.map((name) => ({ value: name, label: name }))}
          value={college}
          onChange={setCollege}
        />
      </fieldset>
      <Listing
        label="People"
        steady={steady}
        hasFailed={live.status === "error"}
        limit={limit}
        onMore={() => setLimit(limit * 2)}
        empty="No one shows a card here at the moment. This page changes as soon as someone does."
      >
        {(card, isGone) => (
          <PersonCard
            card={card}
            isGone={isGone}
            // The focused button disappears with its card.
            onHidden={() => whole.current?.focus()}
            mayAsk={me.teamRole === "leader" && noRoom === null}
            request={requests.find(
              ({ uid, outcome }) => uid === card.uid && outcome === null,
            )}
          />
        )}
      </Listing>
    </div>
  );
}

function PersonCard({
  card,
  isGone,
  onHidden,
  mayAsk,
  request,
}: {
  card: Card;
  isGone: boolean;
  onHidden: () => void;
  mayAsk: boolean;
  request: Finding["requests"][number] | undefined;
}) {
  return (
    <article
      className={`plate ${styles.entry}`}
      data-gone={isGone || undefined}
    >
      <div className={styles.entryHead}>
        <h3 {...written(card.name)}>{card.name}</h3>
        <More target={{ uid: card.uid }} name={card.name} onHidden={onHidden} />
      </div>
      {card.college !== "" && <p className={styles.quiet}>{card.college}</p>}
      {card.line !== "" && (
        <p className={styles.line} {...written(card.line)}>
          {card.line}
        </p>
      )}
      <Skills skills={card.skills} />
      <div aria-live="polite" className={styles.entryFoot}>
        {isGone ? (
          <p className={styles.outcome}>Not looking any more</p>
        ) : request !== undefined ? (
          <p className={styles.outcome}>{requestInWords(request)}</p>
        ) : (
          mayAsk && (
            <AskButton
              target={{ uid: card.uid }}
              label="Ask to join us"
              title={`Ask ${card.name} to join your team?`}
              sent={`${card.name} can read it now`}
            />
          )
        )}
      </div>
    </article>
  );
}

function pageOf(
  live: Live<{ cards: Card[]; hasMore: boolean } | null>,
): Live<{ entries: Card[]; hasMore: boolean } | null> {
  if (live.status !== "success" || live.data === null) {
    return live.status === "success" ? { status: "pending" } : live;
  }
  const { cards, hasMore } = live.data;
  return { status: "success", data: { entries: cards, hasMore } };
}

/** The colleges and skills of all cards shown so far, so that a filter keeps its options. */
function useSeen(cards: readonly Card[]) {
  const [seen, setSeen] = useState<{ colleges: string[]; skills: string[] }>({
    colleges: [],
    skills: [],
  });
  const colleges = distinct([
    ...seen.colleges,
    ...cards.map(({ college }) => college),
  ]);
  const skills = distinct([
    ...seen.skills,
    ...cards.flatMap((card) => card.skills),
  ]);
  if (
    colleges.length !== seen.colleges.length ||
    skills.length !== seen.skills.length
  ) {
    setSeen({ colleges, skills });
  }
  return seen;
}

/** Without duplicates (case-insensitive) and empty ones. */
function distinct(texts: readonly string[]): string[] {
  const byKey = new Map(
    texts
      .filter((text) => text !== "")
      .reverse()
      .map((text) => [text.toLowerCase(), text]),
  );
  return [...byKey.values()].reverse();
}
