import { useEffect, useRef, type PointerEvent } from 'react';

/** Pause between repetitions while a scroll button is held, in milliseconds (specification, section 9). */
export const HOLD_INTERVAL = 50;

/** Handlers of an element that acts as soon as it is pressed, and again and again until it is let go. */
export function useHold(act: () => void) {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const release = () => {
    clearInterval(timer.current);
  };
  useEffect(
    () => () => {
      clearInterval(timer.current);
    },
    [],
  );

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    release();
    act();
    timer.current = setInterval(act, HOLD_INTERVAL);
  };

  return { onPointerDown: press, onPointerUp: release, onPointerLeave: release, onPointerCancel: release };
}
