import { SOURCE_FIELDS, type Source } from '@vidlunnia/contracts';
import { ARRIVAL_KEY } from './arrival';

/** Where this tab's visit came from, as its first page noted it; `undefined` without storage. */
export function sourceOfVisit(): Source | undefined {
  const [address = '', referrer = ''] = arrival().split(' ');
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  const from = URL.canParse(referrer) ? new URL(referrer).origin : origin;
  const values: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(searchParams),
    click: Object.keys(SOURCE_FIELDS.click.choices).find((kind) => searchParams.has(kind)),
    referrer: from === origin ? undefined : from,
    landing: pathname,
  };
  // The API drops a longer value, and would reject a submission that is much longer.
  return Object.fromEntries(
    Object.entries(SOURCE_FIELDS).flatMap(([name, { max }]) => {
      const value = values[name] ?? '';
      return value === '' || value.length > max ? [] : [[name, value]];
    }),
  );
}

function arrival(): string {
  try {
    return sessionStorage.getItem(ARRIVAL_KEY) ?? '';
  } catch {
    return '';
  }
}
