export const COPY = {
  label: 'Блог',
  title: 'Що спрацювало, а що ні',
  lead: 'Кейси з розрахунками, інструкції, які можна повторити без нас, і помилки, яких повторювати не треба.',
  readMore: 'Читати далі',
  readMoreLabel: (title: string) => `Читати далі: ${title}`,
} as const;
