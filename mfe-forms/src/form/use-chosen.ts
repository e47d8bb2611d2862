import { useEffect, useState } from 'react';
import type { FormState } from './use-form';

/**
 * Follows a link to the form: calls `follow` with the link's choice and the choice before it, then moves the focus to
 * the first empty field. `chosen` is a new object for each link. The choice of the first render is not followed,
 * because an old choice must not move the focus when the form is mounted again.
 */
export function useChosen<Choice extends object>(
  chosen: Choice | null,
  { ref }: FormState,
  follow: (choice: Choice, previous: Choice | null) => void,
) {
  const [link, setLink] = useState({ chosen, isFollowed: false });
  if (chosen !== link.chosen) {
    setLink({ chosen, isFollowed: chosen !== null });
    if (chosen !== null) follow(chosen, link.chosen);
  }
  useEffect(() => {
    if (!link.isFollowed) return undefined;
    // Following a link to the form moves the focus there, so it is set afterwards.
    const frame = requestAnimationFrame(() => {
      if (ref.current !== null) focusFirstEmpty(ref.current);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [link, ref]);
}

/** Focuses the first empty required field, else the select; without scrolling. */
function focusFirstEmpty(form: HTMLFormElement): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(input, textarea):required',
  );
  const target =
    [...fields].find(({ value }) => value === '') ??
    form.querySelector<HTMLElement>('[role="combobox"], select');
  target?.focus({ preventScroll: true });
}
