import { COPY } from './copy';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof Element && 'validity' in target;

/** What keeps a control from being sent, in the visitor's language; empty when nothing does. The browser has judged. */
export function problemOf(
  { valid, valueMissing, tooLong }: ValidityState,
  max: number,
  missing: string,
): string {
  if (valid) return '';
  if (valueMissing) return missing;
  return tooLong ? COPY.tooLong(max) : COPY.noEmail;
}

/** The first control of a form that keeps it from being sent. */
export const firstInvalid = (form: HTMLFormElement): Control | undefined =>
  [...form.elements].filter(isControl).find(({ validity }) => !validity.valid);

/**
 * Whether a form that the browser let go is filled. A required field with nothing but spaces is emptied and left to the
 * browser's judgement: to it spaces are a value, to the API and to people they are none.
 */
export function isFilled(form: HTMLFormElement): boolean {
  const blank = [...form.elements]
    .filter(isControl)
    .filter(({ required, value }) => required && value !== '' && value.trim() === '');
  for (const field of blank) field.value = '';
  return blank.length === 0 || form.reportValidity();
}
