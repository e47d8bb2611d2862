import { useEffect, useRef, type CSSProperties } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { TEXTS } from '../site';
import { swipeToDismiss } from './swipe/swipe-to-dismiss';
import { ToastClose } from './toast-close';
import styles from './toast-host.module.css';
import { ToastMark } from './toast-mark';
import { ToastMotion } from './toast-motion';
import { TOASTS } from './toast-rules';

// No toast is ever rendered on the server, so that this becomes no style attribute, which the policy would block.
const SIZES: CSSProperties & Record<`--${string}`, string> = {
  '--toast-width': `${String(TOASTS.widthPx)}px`,
  '--toast-gap': `${String(TOASTS.gapPx)}px`,
};

const noHotKeys = () => false;
const dismiss = (element: Element) => {
  toast.dismiss(element.id);
};

/** Where toasts appear, whoever calls for them. One a page, beside the content rather than around it. */
export function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? swipeToDismiss(host.current, dismiss) : undefined), []);
  return (
    <div ref={host}>
      <ToastContainer
        aria-label={TEXTS['a11y.toasts']}
        autoClose={TOASTS.durationMs}
        className={styles.toasts ?? ''}
        closeButton={ToastClose}
        draggable={false}
        hideProgressBar
        hotKeys={noHotKeys}
        icon={ToastMark}
        limit={TOASTS.limit}
        pauseOnFocusLoss={false}
        pauseOnHover={false}
        position="bottom-right"
        progressClassName={styles.timer ?? ''}
        role="status"
        style={SIZES}
        toastClassName={styles.toast ?? ''}
        transition={ToastMotion}
      />
    </div>
  );
}
