import { FieldRow } from "./field-row";
import type { useDrafts } from "./use-drafts";

/** Every field with its editor. */
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
        onKeepMine={() => drafts.keep(name)}
        onTakeTheirs={() => {
          drafts.forget(name);
          onChange(name);
        }}
      />
    );
  });
}
