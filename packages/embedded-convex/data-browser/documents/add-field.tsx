import { useState } from "react";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import styles from "./document-form.module.css";

const NAME = /^[A-Za-z][\w]*$/;

/** Adds a field that the schema does not define. */
export function AddField(props: {
  taken: readonly string[];
  onAdd: (name: string) => void;
}) {
  const { taken, onAdd } = props;
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    if (!NAME.test(name)) return setError("Use letters, digits and _.");
    if (taken.includes(name))
      return setError("There is a field with this name already.");
    onAdd(name);
    setName("");
    setError(undefined);
  };
  return (
    <div className={styles.add}>
      <TextField
        label="New field"
        error={error}
        value={name}
        onText={setName}
      />
      <Button onClick={add}>Add field</Button>
    </div>
  );
}
