/** Mail providers that visitors use; only the longer names are suggested, since short ones resemble many domains. */
const PROVIDERS =
  'gmail.com ukr.net i.ua meta.ua bigmir.net icloud.com outlook.com hotmail.com yahoo.com ymail.com mail.com proton.me'.split(
    ' ',
  );

/** Shortest name that is suggested, in characters. */
const SUGGESTED = 7;

/** The provider that somebody probably meant; `undefined` when the address needs no hint. */
export function meantProvider(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domain === '' || PROVIDERS.includes(domain)) return undefined;
  return PROVIDERS.find(
    (provider) =>
      provider.length >= SUGGESTED && (provider.startsWith(`${domain}.`) || isOneSlip(domain, provider)),
  );
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
 * Whether a telephone number probably lacks digits: a Ukrainian one has ten with its leading zero, or twelve with the
 * country's code. Of others only the shortest common length is known. Numbers are dialled by people, so nothing else
 * matters.
 */
export function lacksDigits(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '');
  const least = digits.startsWith('380') ? 12 : /^0[1-9]/.test(digits) ? 10 : 9;
  return phone.trim() !== '' && digits.length < least;
}
