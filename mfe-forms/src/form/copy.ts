/** Texts that both forms share. */
export const COPY = {
  requiredMark: '*',
  requiredNote: 'Поля із зірочкою обов’язкові.',
  // In brackets, to separate it from the label in the field's accessible name too.
  required: '(обов’язкове поле)',
  optional: '(за бажанням)',
  missing: 'Заповніть це поле.',
  notChosen: 'Оберіть щось зі списку.',
  noEmail: 'Потрібна адреса на зразок name@example.com.',
  tooLong: (limit: number) => `Скоротіть до ${String(limit)} знаків.`,
} as const;
