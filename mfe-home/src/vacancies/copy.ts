export const COPY = {
  label: 'Вакансії',
  title: 'Нам бракує вашого голосу',
  perMonth: 'на місяць',
  apply: 'Відгукнутися',
  applyLabel: (position: string) => `Відгукнутися на вакансію: ${position}`,
} as const;

/** Texts by schema.org's names. */
export const EMPLOYMENT: Readonly<Record<string, string>> = {
  FULL_TIME: 'повна зайнятість',
  PART_TIME: 'неповна зайнятість',
};
