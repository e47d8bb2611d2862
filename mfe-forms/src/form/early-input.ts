import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Input before hydration: visitors type, choose and focus in the server's page. */

const findArea = (id: string) => {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
};

/**
 * Keeps a visitor's text in a text area, in which hydration restores the server's text (`initTextarea` in React DOM 19;
 * single-line fields are not affected).
 */
export function useEarlyText(id: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [early] = useState(() => {
    const element = findArea(id);
    return element && { text: element.value, start: element.selectionStart, end: element.selectionEnd };
  });
  useLayoutEffect(() => {
    const element = area.current;
    if (!early || !element || element.value === early.text) return;
    element.value = early.text;
    element.setSelectionRange(early.start, early.end);
  }, [early]);
  return area;
}

/** Tells React which option a visitor chose before hydration. */
export function useEarlyChoice(
  select: RefObject<HTMLSelectElement | null>,
  value: string,
  onChange: (value: string) => void,
) {
  useLayoutEffect(() => {
    const element = select.current;
    if (!element) return;
    const chosen = element.value;
    // A reset must not restore the server's choice.
    for (const option of element.options) option.defaultSelected = false;
    element.value = chosen;
    if (chosen !== value) onChange(chosen);
    // oxlint-disable-next-line react/exhaustive-deps -- read once, in the moment of hydration
  }, []);
}

/** Calls `act` at the visitor's first focus inside the form of an element, also if it was before hydration. */
export function useFirstFocus(
  element: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  act: () => void,
) {
  useEffect(() => {
    const form = element.current?.form;
    if (form?.contains(document.activeElement)) {
      act();
      return undefined;
    }
    form?.addEventListener('focusin', act, { once: true });
    return () => {
      form?.removeEventListener('focusin', act);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the first focus in the form is one event
  }, []);
}
