import type { FormField } from '@vidlunnia/contracts';

/** Characters that begin a line, control a terminal, or change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** A text as one line, without white space around it. */
export const oneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();

/** The values, with one line in each field that is not multiline: else a name could forge a line in a mail. */
export function withSingleLines<Values extends object>(
  fields: Readonly<Record<string, Pick<FormField, 'multiline'>>>,
  values: Values,
): Values {
  const given: readonly (readonly [string, unknown])[] = Object.entries(values);
  const lines = given.flatMap(([name, value]): [string, string][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && !field.multiline && typeof value === 'string' ? [[name, oneLine(value)]] : [];
  });
  return { ...values, ...Object.fromEntries(lines) };
}
