const PLURAL = new Intl.PluralRules('uk');
const FORMS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'місяць', few: 'місяці' };

/** 1 → «1 місяць», 12 → «12 місяців». */
export const monthsInWords = (months: number): string =>
  `${String(months)}\u00a0${FORMS[PLURAL.select(months)] ?? 'місяців'}`;
