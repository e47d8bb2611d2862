import { fieldsOf, type FormName, type FormOutcome } from '@vidlunnia/contracts';
import { useEffect, useEffectEvent } from 'react';
import type { Values } from './use-form';

/**
 * Keeps what a visitor has typed for a reload of the tab, in its `sessionStorage`: stored when the page is hidden, as
 * every way to leave it does, and restored when the form becomes live.
 */
export function useDraft(
  name: FormName,
  values: Values,
  outcome: FormOutcome | null,
  restore: (draft: Values) => void,
) {
  const begin = useEffectEvent(() => {
    if (outcome?.accepted) forgetDraft(name);
    // A rejected form has brought its values back.
    if (!outcome) restore(readDraft(name));
  });
  const store = useEffectEvent(() => {
    withStorage((storage) => {
      storage.setItem(keyOf(name), JSON.stringify(values));
    });
  });
  useEffect(() => {
    begin();
    const storeIfHidden = () => {
      if (document.hidden) store();
    };
    document.addEventListener('visibilitychange', storeIfHidden);
    return () => {
      store();
      document.removeEventListener('visibilitychange', storeIfHidden);
    };
  }, []);
}

/** Call it after an accepted submission. */
export const forgetDraft = (name: FormName): void => {
  withStorage((storage) => {
    storage.removeItem(keyOf(name));
  });
};

/** The texts that are not empty; a draft may be of an older release. */
function readDraft(name: FormName): Values {
  const stored = withStorage((storage) => JSON.parse(storage.getItem(keyOf(name)) ?? '{}') as object | null);
  const draft = new Map(Object.entries<unknown>({ ...stored }));
  return Object.fromEntries(
    Object.keys(fieldsOf(name)).flatMap((field) => {
      const value = draft.get(field);
      return typeof value === 'string' && value !== '' ? [[field, value]] : [];
    }),
  );
}

const keyOf = (name: FormName) => `draft/${name}`;

/** Storage may be forbidden or full, and its content broken: the form then works without a draft. */
function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
