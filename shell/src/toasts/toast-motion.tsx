import { useEffect, useEffectEvent } from 'react';
import type { ToastTransitionProps } from 'react-toastify/unstyled';

/**
 * Lets a toast arrive and leave as the style sheet says (`data-in`). It is over when its animations are, at once where
 * there are none: react-toastify's own transitions wait for an animation that reduced motion never starts, and with
 * it the toasts in the queue.
 */
export function ToastMotion(props: ToastTransitionProps) {
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
