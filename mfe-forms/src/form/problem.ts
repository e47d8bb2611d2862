import { COPY } from './copy';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof Element && 'validity' in target && 'required' in target;

/** What keeps a control from being sent, in the visitor's language; empty when nothing does. The browser has judged. */
export function problemOf(control: Control): string {
  const { validity } = control;
  if (validity.valid) return '';
  if (validity.tooLong && 'maxLength' in control) return COPY.tooLong(control.maxLength);
  if (!validity.valueMissing) return COPY.noEmail;
  // A choice is a select, or the input beyond the keyboard's reach that stands for one.
  return control.tabIndex === 0 && 'maxLength' in control ? COPY.missing : COPY.notChosen;
}

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
