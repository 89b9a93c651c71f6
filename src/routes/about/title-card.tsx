import { aboutLogo, aboutLogoFallback } from "../../content/about";
import { groupPicture } from "../../content/landing";
import { useImageFailure } from "../../lib/use-image-failure";
import { classNames } from "../../ui/class-names";
import styles from "./title-card.module.css";

/** The picture of everybody with the event's name in its lower third. Without the picture, the name stands alone. */
export function TitleCard() {
  return (
    <div className={styles.card}>
      <GroupPicture />
      <div className={classNames("plate", styles.lowerThird)}>
        <AboutLogo />
      </div>
    </div>
  );
}

function GroupPicture() {
  const { width, height, alt } = groupPicture;
  const { imageProps, hasFailed } = useImageFailure(groupPicture.src);
  if (hasFailed) return null;
  return (
    <img
      {...imageProps}
      width={width}
      height={height}
      alt={alt}
      className={styles.picture}
    />
  );
}

function AboutLogo() {
  const logo = useImageFailure(aboutLogo.src);
  const { width, height, alt } = aboutLogo;
  if (logo.hasFailed) return <FallbackLogo />;
  return (
    <img
      {...logo.imageProps}
      width={width}
      height={height}
      alt={alt}
      className={styles.logo}
    />
  );
}

function FallbackLogo() {
  const { imageProps } = useImageFailure(aboutLogoFallback.src);
  const { width, height, alt } = aboutLogoFallback;
  return (
    <img
      {...imageProps}
      width={width}
      height={height}
      alt={alt}
      className={styles.logo}
    />
  );
}
