import { COPY } from './copy';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof Element && 'validity' in target;

/** Why a control is invalid, in Ukrainian; empty when it is valid. The browser decides. */
export function problemOf(
  { valid, valueMissing, tooLong }: ValidityState,
  max: number,
  missing: string,
): string {
  if (valid) return '';
  if (valueMissing) return missing;
  return tooLong ? COPY.tooLong(max) : COPY.noEmail;
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
