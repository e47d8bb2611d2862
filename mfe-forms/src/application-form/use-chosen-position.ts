import type { ChosenPosition } from '@vidlunnia/shared/contracts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { focusFirstEmpty } from './focus-first-empty';

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

  // An older choice is no reason to take the focus when the form comes back into the page.
  const answered = useRef(chosen);
  useEffect(() => {
    if (answered.current === chosen) return;
    answered.current = chosen;
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
