import { fieldsOf, FORM_IDS, type FormName, type FormOutcome } from '@vidlunnia/contracts';
import { createContext, useRef, useState, type RefObject } from 'react';
import { useDraft } from './draft';

/** Texts by field; a missing field is empty. */
export type Values = Readonly<Record<string, string>>;

/** The values of a form that is being filled. */
export interface FormState {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values;
  /** Fields that the API rejected. */
  readonly errors: readonly string[];
  readonly change: (changes: Values) => void;
  readonly clear: () => void;
}

/**
 * Holds a form's values: those of `start`, or those that a rejected form brought back. The visitor's own input is
 * stronger, whether from before hydration or from a draft.
 */
export function useForm(name: FormName, outcome: FormOutcome | null, start: Values): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [given] = useState<Values>({ ...start, ...outcome?.values });
  const [values, setValues] = useState<Values>(() => ({ ...given, ...earlyValues(name) }));
  const change = (changes: Values) => {
    setValues((current) => ({ ...current, ...changes }));
  };
  const fillUntouched = (draft: Values) => {
    const untouched = Object.entries(draft).filter(
      ([field]) => (values[field] ?? '') === (given[field] ?? ''),
    );
    change(Object.fromEntries(untouched));
  };
  useDraft(name, values, outcome, fillUntouched);
  const clear = () => {
    setValues({});
  };
  return { ref, values, errors: outcome?.errors ?? [], change, clear };
}

export const FormContext = createContext<Pick<FormState, 'values' | 'errors' | 'change'>>({
  values: {},
  errors: [],
  change: () => undefined,
});

/** What the visitor typed and chose in the server's form. */
function earlyValues(name: FormName): Values {
  if (typeof document === 'undefined') return {};
  const form = document.getElementById(FORM_IDS[name]);
  return form instanceof HTMLFormElement ? payloadOf(name, form) : {};
}

/** A text for each field of the contract, as the browser would send it. */
export function payloadOf(name: FormName, form: HTMLFormElement): Values {
  const data = new FormData(form);
  return Object.fromEntries(Object.keys(fieldsOf(name)).map((field) => [field, textOf(data, field)]));
}

/** Some browsers return line breaks as CRLF, which would count double for the API's limit. */
export const textOf = (data: FormData, field: string): string => {
  const value = data.get(field);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};
