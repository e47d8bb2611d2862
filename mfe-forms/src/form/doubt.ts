import { COPY } from './copy';

/** A possible mistake in a valid value. It replaces the field's hint, and never blocks sending. */
export interface Doubt {
  readonly text: string;
  /** The probably intended value. */
  readonly correction?: string;
}

/** Mail providers of visitors. Only longer names are suggested, because short names resemble many domains. */
const PROVIDERS =
  'gmail.com ukr.net i.ua meta.ua bigmir.net icloud.com outlook.com hotmail.com yahoo.com ymail.com mail.com proton.me'.split(
    ' ',
  );

/** Shortest name that is suggested, in characters. */
const SUGGESTED = 7;

/** Doubts an address whose domain resembles a provider's. */
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

/** Whether two words differ by one character that is added, removed or replaced, or by two swapped characters. */
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
 * Doubts a telephone number that lacks digits. A Ukrainian number has ten digits with its leading zero, or twelve with
 * the country code; other numbers are checked for the shortest common length. People dial the numbers, so nothing else
 * is checked.
 */
export function doubtOfPhone(phone: string): Doubt | undefined {
  const digits = phone.replaceAll(/\D/g, '');
  const least = digits.startsWith('380') ? 12 : /^0[1-9]/.test(digits) ? 10 : 9;
  return phone.trim() !== '' && digits.length < least ? { text: COPY.fewDigits } : undefined;
}
