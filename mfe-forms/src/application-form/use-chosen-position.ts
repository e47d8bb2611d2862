import type { ChosenPosition } from '@vidlunnia/shared/contracts';
import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * The form's position: the visitor's own choice, or that of a vacancy's link, whichever came last. A choice made by a
 * link also moves the focus into the form.
 */
export function useChosenPosition(
  chosen: ChosenPosition | null,
  returned: string,
  form: RefObject<HTMLFormElement | null>,
) {
  const [position, setPosition] = useState(chosen?.position ?? returned);
  const [adopted, setAdopted] = useState(chosen);
  if (chosen !== adopted) {
    setAdopted(chosen);
    if (chosen !== null) setPosition(chosen.position);
  }

  // An older choice must not take the focus when the form is mounted again.
  const handled = useRef(chosen);
  useEffect(() => {
    if (handled.current === chosen) return;
    handled.current = chosen;
    if (chosen === null) return;
    // Following a link to the form takes the focus from everything else, so it is moved after that.
    const frame = requestAnimationFrame(() => {
      if (form.current !== null) focusFirstEmpty(form.current);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [chosen, form]);

  return [position, setPosition] as const;
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Focuses the first required field without text, else the select; the page's own scrolling is left alone. */
const focusFirstEmpty = (form: HTMLFormElement): void => {
  const empty = [...form.elements].filter(isTextField).find((field) => field.required && field.value === '');
  const target = empty ?? form.querySelector<HTMLElement>('[role="combobox"], select');
  target?.focus({ preventScroll: true });
};
