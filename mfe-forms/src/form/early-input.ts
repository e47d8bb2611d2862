import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What visitors do before React knows of it: they type, choose and focus in the server's page. */

const findArea = (id: string) => {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
};

/**
 * Keeps what a visitor typed into a text area before hydration, in which React restores the server's text
 * (`initTextarea` in React DOM 19; a field of one line is left alone).
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

/** Tells React what a visitor chose in a select before hydration. */
export function useEarlyChoice(
  select: RefObject<HTMLSelectElement | null>,
  value: string,
  onChange: (value: string) => void,
) {
  useLayoutEffect(() => {
    const element = select.current;
    if (!element) return;
    const chosen = element.value;
    // A reset must not bring back what the server had chosen.
    for (const option of element.options) option.defaultSelected = false;
    element.value = chosen;
    if (chosen !== value) onChange(chosen);
    // oxlint-disable-next-line react/exhaustive-deps -- read once, in the moment of hydration
  }, []);
}

/** Acts when the visitor first focuses something in the form of an element, or has done so already. */
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
