import { SOURCE_FIELDS, type FormField, type Source } from '@vidlunnia/contracts';
import { oneLine } from './single-lines';

const FIELDS: readonly (readonly [string, FormField])[] = Object.entries(SOURCE_FIELDS);

/** A lone surrogate: PostgreSQL rejects it in JSON. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** Forms that an origin and a path have. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  referrer: /^https?:\/\/[^\s/?#]+$/,
  landing: /^\/[^\s?#]*$/,
};

/**
 * The valid values of a source as sent, each in one line; `null` without any. Everything else is dropped, because no
 * submission is rejected for its source.
 */
export function validSource(sent: unknown): Source | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const values: Readonly<Record<string, unknown>> = { ...sent };
  const valid = FIELDS.flatMap(([name, { max, choices }]): [string, string][] => {
    const value = values[name];
    if (typeof value !== 'string') return [];
    const text = oneLine(value);
    const isValid =
      text !== '' &&
      text.length <= max &&
      !HALF_CHARACTER.test(text) &&
      (choices === undefined || Object.hasOwn(choices, text)) &&
      (PATTERNS[name]?.test(text) ?? true);
    return isValid ? [[name, text]] : [];
  });
  return valid.length === 0 ? null : Object.fromEntries(valid);
}

/** The known values of a source with their labels, in display order. */
export function labelledSource(source: Source | null) {
  const values: Readonly<Record<string, string | undefined>> = { ...source };
  return FIELDS.flatMap(([name, { label, choices }]) => {
    const value = values[name];
    return value === undefined ? [] : [{ label, text: choices?.[value] ?? value }];
  });
}

/** A source in one line, for lists. */
export const sourceText = (source: Source | null): string =>
  labelledSource(source)
    .map(({ text }) => text)
    .join(', ');
