import { useQuery } from "convex/react";
import { useNavigate } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { COMPONENT_PARAM, paths } from "../navigation/paths";
import { SelectField } from "../ui/field";
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
      <SelectField
        label="Component"
        isLabelHidden
        options={components.map(({ id, path }) =>
          path === "" ? ["", "App"] : [id, path],
        )}
        value={componentId ?? ""}
        onValue={choose}
      />
    </div>
  );
}
