export const COPY = {
  label: 'Контакти',
  title: 'Гукніть нас',
  detailsTitle: 'Як нас знайти',
  phone: 'Телефон',
  chats: 'Чати',
  email: 'Пошта',
  address: 'Адреса',
  hours: 'Години роботи',
} as const;
