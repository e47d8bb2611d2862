/** The remote's texts by key, as the site's copy has them; braces mark the places of values. */
export const copy = {
  'blog.eyebrow': 'Блог',
  'blog.title': 'Що спрацювало, а що ні',
  'blog.lead':
    'Кейси з розрахунками, інструкції, які можна повторити без нас, і помилки, яких повторювати не треба.',
  'blog.readMore': 'Читати далі',
  'blog.readMoreLabel': 'Читати далі: {title}',
  'post.notFound.title': 'Стаття не знайдена',
  'post.notFound.hint':
    'Перевірте адресу та з’єднання й оновіть сторінку. Якщо не допоможе, найновіші статті чекають на головній.',
  'post.back.bottom': 'Назад до статей',
  'post.category': 'Рубрика: {category}',
  'post.author': 'Текст: {author}',
  'post.published': 'Опубліковано {date}',
  'meta.post.title': '{title} — Відлуння',
  'meta.postNotFound.title': 'Стаття не знайдена — Відлуння',
  'og.post.alt': 'Обкладинка статті «{title}»: {imageAlt}',
} as const;
