import { FieldRow } from "./field-row";
import type { useDrafts } from "./use-drafts";

/** The editors of all fields. */
export function FieldList(props: {
  drafts: ReturnType<typeof useDrafts>;
  errors: ReadonlyMap<string, string>;
  onChange: (name: string) => void;
}) {
  const { drafts, errors, onChange } = props;
  return drafts.states.map((state) => {
    const { name } = state;
    return (
      <FieldRow
        key={name}
        state={state}
        error={errors.get(name)}
        onDraft={(draft) => {
          drafts.change(name, draft);
          onChange(name);
        }}
        onKeepMine={() => drafts.keepMine(name)}
        onTakeTheirs={() => {
          drafts.discard(name);
          onChange(name);
        }}
      />
    );
  });
}
