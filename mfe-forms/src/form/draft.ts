import type { FormName, FormOutcome } from '@vidlunnia/contracts';
import { useEffect, type RefObject } from 'react';
import { payloadOf, textsOf } from './payload';
import { isControl } from './problem';

/**
 * Keeps what a visitor has typed for a reload of the tab, in its `sessionStorage`: stored when the page is hidden, as
 * every way to leave it does, and restored when the form becomes live. Only fields of the contract are stored, not the
 * proof against spam. An accepted form is forgotten. Where the browser forbids storage, nothing is kept.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: FormName,
  outcome: FormOutcome | null,
) {
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const key = `draft/${name}`;
    const forget = quiet(() => {
      sessionStorage.removeItem(key);
    });
    const store = quiet(() => {
      sessionStorage.setItem(key, JSON.stringify(payloadOf(name, textsOf(element))));
    });
    const start = quiet(() => {
      if (outcome?.accepted) forget();
      // A rejected form has brought its values back.
      if (!outcome) restore(element, JSON.parse(sessionStorage.getItem(key) ?? '{}') as object);
    });
    const storeIfHidden = () => {
      if (document.hidden) store();
    };
    start();
    document.addEventListener('visibilitychange', storeIfHidden);
    // For good: a form may be accepted after it was unmounted.
    element.addEventListener('reset', forget);
    return () => {
      store();
      document.removeEventListener('visibilitychange', storeIfHidden);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a draft is restored once, when the form becomes live
  }, []);
}

/** Fills the fields in which the visitor has not typed since. */
function restore(form: HTMLFormElement, draft: object): void {
  for (const [field, value] of Object.entries<unknown>({ ...draft })) {
    const control = form.elements.namedItem(field);
    if (!isControl(control) || typeof value !== 'string' || value === '') continue;
    if (control.value !== ('defaultValue' in control ? control.defaultValue : '')) continue;
    control.value = value;
    // For the choice, whose value React holds.
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Storage may be forbidden or full, and what is in it of any age: the form then works without a draft. */
const quiet = (act: () => void) => () => {
  try {
    act();
  } catch {
    return;
  }
};
