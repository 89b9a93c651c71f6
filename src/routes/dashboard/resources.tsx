import { resources } from "../../content/resources";
import { AnyLink } from "../../ui/any-link";
import { ArrowIcon } from "../../ui/icons";
import { classNames } from "../../ui/class-names";
import styles from "./resources.module.css";

export function Resources() {
  return (
    <ul className={styles.list}>
      {resources.map((resource) => (
        <li key={resource.id} className={classNames("plate", styles.card)}>
          <h2 className={styles.title}>
            <AnyLink href={resource.href} className={styles.link}>
              {resource.title}
            </AnyLink>
            <ArrowIcon />
          </h2>
          <p>{resource.description}</p>
        </li>
      ))}
    </ul>
  );
}
