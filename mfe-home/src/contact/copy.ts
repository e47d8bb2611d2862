export const COPY = {
  label: 'Контакти',
  title: 'Гукніть нас',
  detailsTitle: 'Як нас знайти',
  phone: 'Телефон',
  email: 'Пошта',
  address: 'Адреса',
  hours: 'Години роботи',
} as const;
