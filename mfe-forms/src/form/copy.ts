import type { ContactDetails } from '@vidlunnia/contracts';

/** Texts that both forms share. */
export const COPY = {
  requiredMark: '*',
  requiredNote: 'Поля із зірочкою обов’язкові.',
  // In brackets, which separate the text from the label in the accessible name too.
  required: '(обов’язкове поле)',
  optional: '(за бажанням)',
  emailHint: 'Сюди надішлемо відповідь',
  phonePlaceholder: '+380 00 000 00 00',
  /** Days without an hour are days off. */
  phoneHint: (hours: ContactDetails['hours']) => {
    const open = hours.filter(({ time }) => /\d/.test(time)).map(({ days, time }) => `${days}, ${time}`);
    return open.length > 0 ? `Телефонуємо: ${open.join('; ')}` : undefined;
  },
  missing: 'Заповніть це поле.',
  notChosen: 'Оберіть щось зі списку.',
  noEmail: 'Потрібна адреса на зразок name@example.com.',
  tooLong: (limit: number) => `Скоротіть до ${String(limit)} знаків.`,
  wrong: 'Перевірте це поле.',
  /** Hints for doubtful but valid values. */
  fewDigits: 'Схоже, у номері бракує цифр',
  meant: (provider: string) => `Може, ${provider}?`,
  correct: (labels: readonly string[]) =>
    `Усе, що ви ввели, на місці. Виправте ${labels.length > 1 ? 'поля' : 'поле'} ${labels.map((label) => `«${label}»`).join(', ')} і надішліть ще раз.`,
} as const;
