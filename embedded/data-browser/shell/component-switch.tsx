import { useQuery } from "convex/react";
import { useNavigate } from "react-router-dom";
import { adminApi } from "../../admin/admin-api";
import { COMPONENT, paths } from "../paths";
import { Field } from "../ui/field";
import styles from "./shell.module.css";
import { useComponent } from "./use-component";

/** Chooses between the app and its components; not there if there are none. */
export function ComponentSwitch() {
  const components = useQuery(adminApi.components, {});
  const { componentId } = useComponent();
  const navigate = useNavigate();
  if (components === undefined || components.length < 2) return null;
  const choose = (id: string) => {
    const search = new URLSearchParams(id === "" ? {} : { [COMPONENT]: id });
    void navigate({ pathname: paths.home, search: search.toString() });
  };
  return (
    <div className={styles.component}>
      <Field label="Component" isLabelHidden>
        {(control) => (
          <select
            {...control}
            value={componentId ?? ""}
            onChange={(event) => choose(event.target.value)}
          >
            {components.map(({ id, path }) => (
              <option key={id} value={path === "" ? "" : id}>
                {path === "" ? "App" : path}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
