import { useQuery } from "convex/react";
import { useNavigate } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { COMPONENT_PARAM, paths } from "../navigation/paths";
import { Field } from "../ui/field";
import styles from "./shell.module.css";
import { useComponent } from "../navigation/use-component";

/** Selects the app or one of its components; hidden if there are no components. */
export function ComponentSwitch() {
  const components = useQuery(adminApi.components, {});
  const { componentId } = useComponent();
  const navigate = useNavigate();
  if (components === undefined || components.length < 2) return null;
  const choose = (id: string) => {
    const search = new URLSearchParams(
      id === "" ? {} : { [COMPONENT_PARAM]: id },
    );
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
