/** The vacancies are in `content/vacancies.json`. */
export const COPY = {
  label: 'Вакансії',
  title: 'Нам бракує вашого голосу',
  lead: 'Офіс на Соборній, два дні на тиждень можна працювати з дому. Відповідаємо кожному за три робочі дні, навіть якщо це відмова.',
  perMonth: 'на місяць',
  apply: 'Відгукнутися',
  applyLabel: (position: string) => `Відгукнутися на вакансію: ${position}`,
} as const;

/** By schema.org's names, which `content/vacancies.json` has. */
export const EMPLOYMENT: Readonly<Record<string, string>> = {
  FULL_TIME: 'повна зайнятість',
  PART_TIME: 'неповна зайнятість',
};
