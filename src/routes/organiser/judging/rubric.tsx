import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  MAX_CRITERIA,
  MAX_WEIGHT,
  MIN_CRITERIA,
  explanationOf,
  type Criterion,
} from "#convex/judging/shared/judging";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";

/** The criteria and their weights, once they can no longer change. */
export function FixedRubric({ criteria }: { criteria: readonly Criterion[] }) {
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      <ul className="stack gap-3">
        {criteria.map((criterion) => (
          <li key={criterion.id}>
            <strong>{criterion.name}</strong>{" "}
            <span className="tag org-tag">
              {`${Math.round((100 * criterion.weight) / total)} %`}
            </span>
            <p className="org-quiet">{explanationOf(criterion)}</p>
          </li>
        ))}
      </ul>
      <p className="quiet text-s">
        Projects have been scored, so the rubric can no longer change.
      </p>
    </>
  );
}

/** If somebody else changes the rubric, the form follows unless something was typed; that is not saved before a second look. */
export function RubricForm({ saved }: { saved: readonly Criterion[] }) {
  const setRubric = useMutation(api.judging.setRubric);
  const [criteria, setCriteria] = useState<readonly Criterion[]>(saved);
  const [shown, setShown] = useState(saved);
  const [sent, setSent] = useState(saved);
  /** What was typed over. */
  const [base, setBase] = useState(saved);
  if (JSON.stringify(shown) !== JSON.stringify(saved)) {
    setShown(saved);
    if (criteria === shown || criteria === sent) {
      setCriteria(saved);
      setBase(saved);
    }
  }
  const [notice, setNotice] = useState<string>();
  const { run, isPending } = useAction("Failed to save the rubric", setNotice);
  const change = (at: number, changed: Partial<Criterion>) =>
    setCriteria(
      criteria.map((criterion, index) =>
        index === at ? { ...criterion, ...changed } : criterion,
      ),
    );

  async function save() {
    setNotice(undefined);
    setSent(criteria);
    setBase(saved);
    const isSaved = await run(() =>
      setRubric({ criteria: [...criteria], seen: [...base] }),
    );
    if (isSaved) notify.success("Rubric saved");
  }

  return (
    <form
      className="stack gap-3 min-w-0"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="soft">
        Judges give each criterion a mark from 1 to 5. A weight of 2 counts
        twice as much as a weight of 1.
      </p>
      {criteria.map(({ id, name, text, weight }, at) => (
        <fieldset
          key={id}
          className="stack gap-3 gap-x items-end line-below org-criterion"
        >
          <legend className="label quiet">{`Criterion ${at + 1}`}</legend>
          <TextField
            label="Name"
            value={name}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <TextField
            label="Weight"
            type="number"
            min={1}
            max={MAX_WEIGHT}
            value={weight}
            onChange={(event) =>
              change(at, { weight: Number(event.target.value) })
            }
          />
          <TextField
            label="Explanation"
            isOptional
            value={text}
            onChange={(event) => change(at, { text: event.target.value })}
          />
          {criteria.length > MIN_CRITERIA && (
            <Button
              aria-label={`Remove ${name}`}
              onClick={() =>
                setCriteria(criteria.filter((_, index) => index !== at))
              }
            >
              Remove
            </Button>
          )}
        </fieldset>
      ))}
      <FormNotice>{notice}</FormNotice>
      <div className="row gap-3 org-actions">
        {criteria.length < MAX_CRITERIA && (
          <Button
            onClick={() => setCriteria([...criteria, newCriterion(criteria)])}
          >
            Add a criterion
          </Button>
        )}
        <Button type="submit" tone="signal" isPending={isPending}>
          Save the rubric
        </Button>
      </div>
    </form>
  );
}

function newCriterion(criteria: readonly Criterion[]): Criterion {
  const ids = new Set(criteria.map(({ id }) => id));
  let number = criteria.length + 1;
  while (ids.has(`criterion-${number}`)) number++;
  return { id: `criterion-${number}`, name: "", text: "", weight: 1 };
}
