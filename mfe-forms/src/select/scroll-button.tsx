import { Icon, type IconName } from '@vidlunnia/shared/ui';
import type { SyntheticEvent } from 'react';
import styles from './combobox.module.css';
import { useHold } from './use-hold';

interface ScrollButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Called at once and then repeatedly while the button is held. */
  readonly onScroll: () => void;
}

// A touch that ends outside of the options closes react-select's menu.
const keepMenu = (event: SyntheticEvent) => {
  event.stopPropagation();
};

/** For pointers only: by keyboard and screen reader the options scroll with the active one. */
export function ScrollButton({ icon, label, onScroll }: ScrollButtonProps) {
  return (
    <div
      aria-hidden="true"
      title={label}
      className={styles.scroll}
      onTouchEnd={keepMenu}
      {...useHold(onScroll)}
    >
      <Icon name={icon} />
    </div>
  );
}
