import type { ContactLinks } from '../form/submission-form';

export const COPY = {
  title: 'Відгукніться',
  lead: 'П’ять полів і, якщо хочете, кілька слів про себе. Файл із резюме не потрібен.',
  position: { placeholder: 'Оберіть посаду' },
  resume_text: {
    hint: 'Досвід, посилання на роботи, чого хочете навчитися. П’яти речень досить.',
  },
  consent: ({ email, privacy }: ContactLinks) => [
    'Натискаючи кнопку, ви дозволяєте нам зберегти ці дані, щоб розглянути заявку. Їх бачать лише ті, хто добирає людей. Щоб ми їх видалили, напишіть на ',
    email,
    '. ',
    privacy,
    '.',
  ],
  submit: 'Надіслати заявку',
  busy: 'Надсилаємо заявку…',
  /** Exact text of the specification, section 8. */
  toasts: {
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
  },
  sent: 'Заявку надіслано',
  errorHint: ({ email }: ContactLinks) => [
    'Усе, що ви ввели, на місці. Спробуйте ще раз за хвилину або напишіть на ',
    email,
    '.',
  ],
  /** Stays after the toast; visitors without scripts see no toast. */
  accepted: () => 'Прочитаємо й відповімо за три робочі дні. Лист прийде на адресу, яку ви вказали.',
} as const;
