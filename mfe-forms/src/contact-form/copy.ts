import type { ContactLinks } from '../form/submission-form';

export const COPY = {
  title: 'Напишіть нам',
  company: { hint: 'Або посилання на ваш сайт чи сторінку' },
  service_type: {
    placeholder: 'Оберіть послугу',
    hint: 'Не певні? Лишіть порожнім, розберемося разом.',
  },
  message: { hint: 'Що й кому продаєте, що вже пробували. Якщо знаєте бюджет, напишіть і його.' },
  consent: ({ email, privacy }: ContactLinks) => [
    'Натискаючи кнопку, ви дозволяєте нам зберегти ці дані, щоб відповісти. До розсилок не додаємо. Щоб ми їх видалили, напишіть на ',
    email,
    '. ',
    privacy,
    '.',
  ],
  submit: 'Надіслати повідомлення',
  busy: 'Надсилаємо повідомлення…',
  /** Exact text of the specification, section 8. */
  toasts: {
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
  },
  sent: 'Повідомлення надіслано',
  errorHint: ({ phone }: ContactLinks) => [
    'Усе, що ви ввели, на місці. Спробуйте ще раз за хвилину або зателефонуйте: ',
    phone,
    '.',
  ],
  /** Stays after the toast; visitors without scripts see no toast. */
  accepted: ({ phone }: ContactLinks) => [
    'Відповімо за один робочий день. Якщо терміново, телефонуйте: ',
    phone,
    '.',
  ],
} as const;
