export const COPY = {
  label: 'Про нас',
  title: 'Спершу слухаємо. Потім гукаємо.',
  specialists: { value: '50+', label: 'фахівців' },
  support: { value: '24/7', label: 'підтримка' },
} as const;
