import type { SubmitEvent } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../navigation/paths";
import { TextField } from "../ui/field";
import styles from "./shell.module.css";
import { useComponent } from "../navigation/use-component";

/** A search field that opens a document by its id. */
export function GoToDocument() {
  const navigate = useNavigate();
  const { link } = useComponent();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get("id");
    const id = typeof text === "string" ? text.trim() : "";
    if (id === "") return;
    form.reset();
    void navigate(link(paths.find(id)));
  };
  return (
    <search className={styles.goTo}>
      <form onSubmit={onSubmit}>
        <TextField
          label="Go to the document with this id"
          isLabelHidden
          name="id"
          type="search"
          placeholder="Go to id"
        />
      </form>
    </search>
  );
}
