export const COPY = {
  label: 'Послуги',
  title: 'Кілька способів бути почутими',
  features: 'Що входить',
  priceFrom: (price: string) => `від ${price} ₴`,
  ask: 'Запитати про послугу',
  askLabel: (title: string) => `Запитати про послугу: ${title}`,
} as const;
