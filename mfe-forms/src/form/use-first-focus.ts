import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `act` at the visitor's first focus inside an element, also if it was before hydration. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, act: () => void) {
  const start = useEffectEvent(act);
  useEffect(() => {
    const { current } = element;
    const listening = new AbortController();
    const onFocus = () => {
      start();
      listening.abort();
    };
    if (current?.contains(document.activeElement)) onFocus();
    else current?.addEventListener('focusin', onFocus, { signal: listening.signal });
    return () => {
      listening.abort();
    };
  }, [element]);
}
