import { useEffect, useEffectEvent, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Icon } from '@vidlunnia/ui';
import {
  ToastContainer,
  toast,
  type CloseButtonProps,
  type IconProps,
  type ToastTransitionProps,
} from 'react-toastify/unstyled';
import { TEXTS } from '../texts/texts';
import { swipeToDismiss } from './swipe-to-dismiss';
import styles from './toast-host.module.css';

const noHotKeys = () => false;
const dismiss = (element: Element) => {
  toast.dismiss(element.id);
};

/** Mounts the toast host; toasts requested earlier appear too. */
export function mountToastHost(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ToastHost />);
}

/** The container of all toasts (specification, section 9, «Toast defaults»). One per page, next to the content. */
function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? swipeToDismiss(host.current, dismiss) : undefined), []);
  return (
    <div ref={host}>
      <ToastContainer
        aria-label={TEXTS['a11y.toasts']}
        autoClose={4000}
        className={styles.toasts ?? ''}
        closeButton={ToastClose}
        draggable={false}
        hideProgressBar
        hotKeys={noHotKeys}
        icon={ToastMark}
        limit={3}
        pauseOnFocusLoss={false}
        pauseOnHover={false}
        position="bottom-right"
        progressClassName={styles.timer ?? ''}
        // No live region, because the container around all toasts is one.
        role="group"
        toastClassName={styles.toast ?? ''}
        transition={ToastMotion}
      />
    </div>
  );
}

/** The icon before a toast's text: success, or a warning. */
function ToastMark({ type }: IconProps) {
  const isTrouble = type === 'error' || type === 'warning';
  return (
    <span className={styles.mark} data-type={type}>
      <Icon name={isTrouble ? 'alert' : 'check'} className={styles.sign} />
    </span>
  );
}

function ToastClose({ closeToast }: CloseButtonProps) {
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

/**
 * Animates a toast by the style sheet (`data-in`). Ends with its animations, or at once without any. react-toastify's
 * own transitions wait for an animation, which never starts with reduced motion and blocks the queue of toasts.
 */
function ToastMotion(props: ToastTransitionProps) {
  const { children, isIn } = props;
  const arrive = useEffectEvent(() => {
    props.playToast();
  });
  const leave = useEffectEvent(async () => {
    const motions = props.nodeRef.current?.getAnimations() ?? [];
    await Promise.allSettled(motions.map((motion) => motion.finished));
    props.done();
  });
  useEffect(() => {
    arrive();
  }, []);
  useEffect(() => {
    if (!isIn) void leave();
  }, [isIn]);
  return children;
}
