import { COPY } from './copy';

/** What may be wrong with a valid value. It blocks nothing, and takes the place of the field's hint. */
export interface Doubt {
  readonly text: string;
  /** The value that was probably meant. */
  readonly correction?: string;
}

/** Mail providers that visitors use; only the longer names are suggested, since short ones resemble many domains. */
const PROVIDERS =
  'gmail.com ukr.net i.ua meta.ua bigmir.net icloud.com outlook.com hotmail.com yahoo.com ymail.com mail.com proton.me'.split(
    ' ',
  );

/** Shortest name that is suggested, in characters. */
const SUGGESTED = 7;

/** Doubts an address at a domain that resembles a provider's. */
export function doubtOfEmail(email: string): Doubt | undefined {
  const [, name = '', domain = ''] = /^(.+@)([^@]+)$/.exec(email.toLowerCase()) ?? [];
  if (domain === '' || PROVIDERS.includes(domain)) return undefined;
  const meant = PROVIDERS.find(
    (provider) =>
      provider.length >= SUGGESTED && (provider.startsWith(`${domain}.`) || isOneSlip(domain, provider)),
  );
  return meant === undefined
    ? undefined
    : { text: COPY.meant(meant), correction: email.slice(0, name.length) + meant };
}

/** Whether two words differ in one place: a character too much, too few or another one, or two that are swapped. */
function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restA === restB.slice(1) + restB.charAt(0);
}

/**
 * Doubts a telephone number that lacks digits: a Ukrainian one has ten with its leading zero, or twelve with the
 * country's code. Of others only the shortest common length is known. Numbers are dialled by people, so nothing else
 * matters.
 */
export function doubtOfPhone(phone: string): Doubt | undefined {
  const digits = phone.replaceAll(/\D/g, '');
  const least = digits.startsWith('380') ? 12 : /^0[1-9]/.test(digits) ? 10 : 9;
  return phone.trim() !== '' && digits.length < least ? { text: COPY.fewDigits } : undefined;
}
