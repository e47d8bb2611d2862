/** What a toast says once a submission has ended (specification, section 8). */
export interface Notices {
  readonly success: string;
  readonly error: string;
}

/** How long a toast stays, in milliseconds (specification, sections 8 and 9). */
export const NOTICE_DURATION = 4000;

/** The toasts of both forms, letter for letter from the specification. */
export const NOTICES = {
  application: {
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
  },
  contact: {
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
  },
} as const;
