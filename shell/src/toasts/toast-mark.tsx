import { Icon } from '@vidlunnia/shared/ui';
import type { IconProps } from 'react-toastify/unstyled';
import styles from './toast-host.module.css';

/** The sign before a toast's words: done, or mind this. */
export function ToastMark({ type }: IconProps) {
  const isTrouble = type === 'error' || type === 'warning';
  return (
    <span className={styles.mark} data-type={type}>
      <Icon name={isTrouble ? 'alert' : 'check'} className={styles.sign} />
    </span>
  );
}
