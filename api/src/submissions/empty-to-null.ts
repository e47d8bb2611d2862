/** An optional field that was left empty, or out, is stored as NULL. */
export const emptyToNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;
