export const COPY = {
  pageTitle: (title: string) => `${title} — Відлуння`,
  coverAlt: (title: string, imageAlt: string) => `Обкладинка статті «${title}»: ${imageAlt}`,
  category: 'Рубрика:',
  published: 'Опубліковано',
  author: 'Текст:',
  back: 'Назад до статей',
  missing: {
    pageTitle: 'Стаття не знайдена — Відлуння',
    title: 'Стаття не знайдена',
    hint: 'Перевірте адресу та з’єднання й оновіть сторінку. Якщо не допоможе, найновіші статті чекають на головній.',
  },
} as const;
