import type { ComponentProps } from "react";
import styles from "./auth-screen.module.css";

export function AuthForm(props: Omit<ComponentProps<"form">, "className">) {
  return <form {...props} className={styles.form} />;
}
