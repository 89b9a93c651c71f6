import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { FINAL_SIZES, type FinalView } from "#convex/judging/shared/finals";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import { counted } from "#convex/platform/shared/text";
import { AskingButton } from "../../../ui/confirmation";
import { SelectField } from "../../../ui/select-field";
import { Checkbox } from "../../../ui/text-field";
import { useOrganiserQuery } from "../frame/live";

/** The final: who puts the best in order, and how. Folded, because most events need none. */
export function Final({ progress }: { progress: JudgingProgress }) {
  const live = useOrganiserQuery(api.finals.read, {});
  if (live.status !== "success") return null;
  return (
    <details>
      <summary>
        Final:{" "}
        <span>
          {live.data === null
            ? "let judges put the best in order"
            : `${live.data.judges.filter(({ order }) => order !== null).length} of ${counted(live.data.judges.length, "order")} given`}
        </span>
      </summary>
      <div className="stack gap-5">
        {live.data !== null && <Orders final={live.data} />}
        {progress.publishedAt === null && (
          <Choice progress={progress} final={live.data} />
        )}
      </div>
    </details>
  );
}

function Orders({ final: { judges } }: { final: FinalView }) {
  return (
    <ul className="stack gap-3">
      {judges.map(({ name, order }, index) => (
        <li key={index}>
          <strong>{name}</strong>{" "}
          <span className="org-quiet">
            {order === null
              ? "has given no order yet"
              : order.map((it, place) => `${place + 1} ${it}`).join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Choice({
  progress: { judges },
  final,
}: {
  progress: JudgingProgress;
  final: FinalView | null;
}) {
  const open = useMutation(api.finals.open);
  const orders = (final?.judges ?? []).filter(({ order }) => order).length;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [size, setSize] = useState<string>(String(FINAL_SIZES[0]));

  return (
    <>
      <p className="soft">
        On their phones, the judges whom you choose put the first projects in
        order. Where the scores tell two apart, the scores decide; where they do
        not, the judges’ order does. They learn who the finalists are, not the
        places.
      </p>
      <fieldset className="org-tracks grid gap-2 gap-x">
        <legend>Judges of the final</legend>
        {judges.map(({ _id, name }) => (
          <Checkbox
            key={_id}
            label={name}
            checked={chosen.includes(_id)}
            onChange={({ target }) =>
              setChosen(
                target.checked
                  ? [...chosen, _id]
                  : chosen.filter((it) => it !== _id),
              )
            }
          />
        ))}
      </fieldset>
      <div className="row gap-3 gap-x items-end org-appoint">
        <SelectField
          label="Projects in the final"
          name="size"
          options={FINAL_SIZES.map((it) => [String(it), `The first ${it}`])}
          value={size}
          onChange={setSize}
        />
        <AskingButton
          label="Begin the final"
          button={{ isDisabled: chosen.length === 0 }}
          title="Begin another final?"
          text={`${counted(orders, "order")} given in the final before will be deleted.`}
          confirm="Begin another final"
          failure="Failed to begin the final"
          isHarmless={orders === 0}
          onConfirm={() =>
            open({
              size:
                FINAL_SIZES.find((it) => String(it) === size) ?? FINAL_SIZES[0],
              judgeIds: judges
                .map(({ _id }) => _id)
                .filter((id) => chosen.includes(id)),
              over: final && { finalId: final._id, orders },
            })
          }
        />
      </div>
    </>
  );
}
