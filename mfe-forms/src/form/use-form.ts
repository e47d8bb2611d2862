import { fieldsOf, FORM_IDS, type FormName, type FormOutcome } from '@vidlunnia/contracts';
import { createContext, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/** Texts by field; a missing field is empty. */
export type Values = Readonly<Record<string, string>>;

/** A form that is being filled. Its controls hold the texts, because programs write there without an event. */
export interface FormState {
  readonly name: FormName;
  readonly ref: RefObject<HTMLFormElement | null>;
  /** The choice, and the texts that the form began with or that its code has set since. */
  readonly values: Values;
  /** The current texts of all fields; a blank text is empty. */
  readonly texts: () => Values;
  /** Fields that the API rejected; a new list when the form was emptied. */
  readonly errors: readonly string[];
  /** Whether the visitor has focused a field. */
  readonly isStarted: boolean;
  readonly start: () => void;
  readonly change: (changes: Values) => void;
  /** Empties the fields and deletes the draft, also after an unmount. */
  readonly clear: () => void;
}

type FieldState = Pick<FormState, 'values' | 'texts' | 'errors' | 'isStarted' | 'change'>;

export const FormContext = createContext<FieldState>({
  values: {},
  texts: () => ({}),
  errors: [],
  isStarted: false,
  change: () => undefined,
});

/**
 * Fills a form with `initial` or the values of a rejected form. Input from before hydration and a draft replace these.
 * A draft lasts until the tab is closed.
 */
export function useForm(name: FormName, outcome: FormOutcome | null, initial: Values): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [given] = useState<Values>({ ...initial, ...outcome?.values });
  const [values, setValues] = useState<Values>(() => ({ ...given, ...textsOf(servedForm(name), name) }));
  const [errors, setErrors] = useState<readonly string[]>(outcome?.errors ?? []);
  const [isStarted, setStarted] = useState(() => servedForm(name)?.contains(document.activeElement) ?? false);
  const change = (changes: Values) => {
    for (const [field, text] of Object.entries(changes)) {
      const control = ref.current?.elements.namedItem(field);
      if (control && 'value' in control) control.value = text;
    }
    setValues((current) => ({ ...current, ...changes }));
  };
  const clear = () => {
    forgetDraft(name);
    // Resets the browser's state, so that empty fields are not `:user-invalid`.
    ref.current?.reset();
    setErrors([]);
    change(Object.fromEntries(Object.keys(fieldsOf(name)).map((field) => [field, ''])));
  };
  useDraft(name, ref, outcome, (draft) => {
    // Read now: a visitor may have typed since the form was rendered.
    const texts = textsOf(ref.current, name);
    const untouched = draft.filter(
      ([field, text]) => text !== '' && (texts[field] ?? '') === (given[field] ?? ''),
    );
    change(Object.fromEntries(untouched));
  });

  return {
    name,
    ref,
    values,
    texts: () => textsOf(ref.current, name),
    errors,
    isStarted,
    start: () => {
      setStarted(true);
    },
    change,
    clear,
  };
}

/** Stores a draft when the page is hidden, which every way of leaving does. Restores it when the form becomes live. */
function useDraft(
  name: FormName,
  ref: FormState['ref'],
  outcome: FormOutcome | null,
  restore: (draft: readonly (readonly [field: string, text: string])[]) => void,
) {
  const begin = useEffectEvent(() => {
    if (outcome?.accepted) forgetDraft(name);
    // A rejected form already has its values.
    if (outcome) return;
    restore([...new URLSearchParams(withStorage((storage) => storage.getItem(keyOf(name))) ?? '')]);
  });
  useEffect(() => {
    // When the effect ends, the ref is empty.
    const form = ref.current;
    begin();
    const store = () => {
      withStorage((storage) => {
        storage.setItem(keyOf(name), new URLSearchParams(textsOf(form, name)).toString());
      });
    };
    const storeIfHidden = () => {
      if (document.hidden) store();
    };
    document.addEventListener('visibilitychange', storeIfHidden);
    return () => {
      store();
      document.removeEventListener('visibilitychange', storeIfHidden);
    };
  }, [name, ref]);
}

const forgetDraft = (name: FormName) => {
  withStorage((storage) => {
    storage.removeItem(keyOf(name));
  });
};

const keyOf = (name: FormName) => `draft/${name}`;

/** Storage may be forbidden or full; the form then works without drafts. */
function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

/** The server's form before it is hydrated; `null` on the server, and if the browser renders the form. */
const servedForm = (name: FormName) =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>(`form#${FORM_IDS[name]}`);

/** The texts of a form's fields, as the browser would send them; a blank text is empty. None without a form. */
function textsOf(form: HTMLFormElement | null, name: FormName): Values {
  if (!form) return {};
  const sent = payloadOf(form);
  return Object.fromEntries(
    Object.keys(fieldsOf(name)).map((field) => {
      const text = sent[field] ?? '';
      return [field, text.trim() === '' ? '' : text];
    }),
  );
}

/** Everything that the browser would send. */
export const payloadOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].map(([field, value]) => [
      field,
      // Some browsers return line breaks as CRLF, which would count twice for the API's limit.
      typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '',
    ]),
  );

/**
 * Follows a link to the form. Calls `follow` with the new and the previous choice, then moves the focus to the first
 * empty field. `chosen` is a new object for each link. Ignores the choice of the first render, because an old choice
 * must not move the focus when the form is mounted again.
 */
export function useChosen<Choice extends object>(
  chosen: Choice | null,
  { ref }: FormState,
  follow: (choice: Choice, previous: Choice | null) => void,
) {
  const last = useRef(chosen);
  const followLink = useEffectEvent(follow);
  useEffect(() => {
    if (chosen === last.current) return;
    if (chosen !== null) {
      followLink(chosen, last.current);
      // Later, because the link's own navigation also moves the focus.
      requestAnimationFrame(() => {
        if (ref.current) focusFirstEmpty(ref.current);
      });
    }
    last.current = chosen;
  }, [chosen, ref]);
}

/** Focuses the first empty required field, else the select, without scrolling. */
function focusFirstEmpty(form: HTMLFormElement): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(input, textarea):required',
  );
  const target =
    [...fields].find(({ value }) => value === '') ??
    form.querySelector<HTMLElement>('[role="combobox"], select');
  target?.focus({ preventScroll: true });
}
