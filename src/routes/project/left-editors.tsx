import {
  RIVAL_FIELDS,
  type RivalField,
  type Workbench,
} from "#convex/projects/shared/projects";
import { useDescription, useSharedText } from "./description";
import { useFieldEditor, type Writing } from "./fields";

/** Sends what closed pages have left of a project, as its own page does, and draws nothing. */
export function LeftEditors({
  project,
  selfId,
}: {
  project: Workbench;
  selfId: string;
}) {
  const writing = { project, selfId, isOpen: true, editors: new Set<never>() };
  return (
    <>
      {RIVAL_FIELDS.map((field) => (
        <LeftField key={field} writing={writing} field={field} />
      ))}
      <LeftDescription writing={writing} />
    </>
  );
}

function LeftField({
  writing,
  field,
}: {
  writing: Writing;
  field: RivalField;
}) {
  useFieldEditor(writing, field);
  return null;
}

function LeftDescription({ writing }: { writing: Writing }) {
  const shared = useSharedText(writing.project._id, writing.selfId);
  useDescription({ ...writing, shared });
  return null;
}
