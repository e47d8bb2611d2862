import { classNames } from '../class-names/class-names.ts';
import { ICON_SHAPES, type IconName } from './icon-shapes.tsx';
import styles from './icon.module.css';

export interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

/** A decorative icon in the colour of its text. Text must carry the meaning. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {ICON_SHAPES[name]}
    </svg>
  );
}
