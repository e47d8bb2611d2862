import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/**
 * The option of a form's select: the visitor's own choice, or that of a link to the form, whichever was last. A link's
 * choice also moves the focus into the form, after `onChoice`. `chosen` is a new object for each such choice, `option`
 * is its value.
 */
export function useChosenOption(
  chosen: object | null,
  option: string | undefined,
  returned: string | undefined,
  form: RefObject<HTMLFormElement | null>,
  onChoice?: () => void,
) {
  const [value, setValue] = useState(option ?? returned ?? '');
  const [adopted, setAdopted] = useState(chosen);
  if (chosen !== adopted) {
    setAdopted(chosen);
    if (option !== undefined) setValue(option);
  }

  // An older choice must not move the focus when the form is mounted again.
  const handled = useRef(chosen);
  const prepare = useEffectEvent(() => onChoice?.());
  useEffect(() => {
    if (handled.current === chosen) return;
    handled.current = chosen;
    if (chosen === null) return;
    prepare();
    // Following a link to the form moves the focus there, so it is set afterwards.
    const frame = requestAnimationFrame(() => {
      if (form.current !== null) focusFirstEmpty(form.current);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [chosen, form]);

  return [value, setValue] as const;
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Focuses the first empty required field, else the select; without scrolling. */
const focusFirstEmpty = (form: HTMLFormElement): void => {
  const empty = [...form.elements].filter(isTextField).find((field) => field.required && field.value === '');
  const target = empty ?? form.querySelector<HTMLElement>('[role="combobox"], select');
  target?.focus({ preventScroll: true });
};
