export const COPY = {
  pageTitle: (title: string) => `${title} — Відлуння`,
  previewAlt: (title: string, category: string, imageAlt: string) =>
    `Написи «${title}» та «Відлуння — ${category}», поруч фрагмент обкладинки: ${imageAlt}`,
  category: 'Рубрика:',
  published: 'Опубліковано',
  author: 'Текст:',
  back: 'Назад до статей',
  next: { title: 'Далі читайте', all: 'Усі статті' },
  contact: {
    title: 'Маєте схожу задачу?',
    text: 'Розкажіть, що продаєте й кого шукаєте. Відповімо за один робочий день.',
    start: 'Почати проєкт',
  },
  missing: {
    pageTitle: 'Стаття не знайдена — Відлуння',
    title: 'Стаття не знайдена',
    hint: 'Перевірте адресу та з’єднання й оновіть сторінку. Якщо не допоможе, найновіші статті чекають на головній.',
  },
} as const;
