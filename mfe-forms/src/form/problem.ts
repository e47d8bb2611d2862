import { COPY } from './copy';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof Element && 'validity' in target;

/** What a field demands, and its messages. */
interface Rules {
  /** Longest value, in characters. */
  readonly max: number;
  /** Message when a required one is empty. */
  readonly missing: string;
  readonly wrong: string;
}

/** Why a control is invalid, in Ukrainian; empty when it is valid. The browser decides. */
export function problemOf({ valid, valueMissing, tooLong }: ValidityState, rules: Rules): string {
  if (valid) return '';
  if (valueMissing) return rules.missing;
  return tooLong ? COPY.tooLong(rules.max) : rules.wrong;
}

/** The same for a value that the API has rejected, where there may be no browser to ask. */
export function problemOfReturned(value: string, { max, missing, wrong }: Rules): string {
  if (value.trim() === '') return missing;
  return value.length > max ? COPY.tooLong(max) : wrong;
}

/** The first invalid control of a form. */
export const firstInvalid = (form: HTMLFormElement): Control | undefined =>
  [...form.elements].filter(isControl).find(({ validity }) => !validity.valid);

/**
 * Whether a form that the browser considers valid is filled. A required field with only spaces is emptied, so that the
 * browser rejects it: for the browser spaces are a value, for the API and people they are not.
 */
export function isFilled(form: HTMLFormElement): boolean {
  const blank = [...form.elements]
    .filter(isControl)
    .filter(({ required, value }) => required && value !== '' && value.trim() === '');
  for (const field of blank) field.value = '';
  return blank.length === 0 || form.reportValidity();
}
