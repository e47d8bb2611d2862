import { Icon } from '@vidlunnia/shared/ui';
import type { CloseButtonProps } from 'react-toastify/unstyled';
import { TEXTS } from '../site';
import styles from './toast-host.module.css';

export function ToastClose({ closeToast }: CloseButtonProps) {
  return (
    <button
      className={styles.close}
      type="button"
      aria-label={TEXTS['a11y.toast.close']}
      onClick={() => {
        closeToast(true);
      }}
    >
      <Icon name="cross" />
    </button>
  );
}
