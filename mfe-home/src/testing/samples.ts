import type { Api, ContactDetails, Service } from '@vidlunnia/contracts';

const unexpected = () => Promise.reject(new Error('The test expects no such call.'));

/** An API; each call that the test does not provide is rejected. */
export const sampleApi = (calls: Partial<Api>): Api => ({
  services: unexpected,
  posts: unexpected,
  post: unexpected,
  apply: unexpected,
  contact: unexpected,
  ...calls,
});

export const sampleServices: readonly Service[] = [
  {
    title: 'Контент-маркетинг',
    description: 'Пишемо статті.',
    icon_url: '/api/icons/services.svg#content',
    features: ['Чотири статті на місяць', 'Щотижневий лист до бази'],
    price_from: 14000,
    service_type: 'content',
  },
  {
    title: 'Брендинг',
    description: 'Шукаємо назву.',
    icon_url: '/api/icons/services.svg#brand',
    features: ['Логотип, кольори, шрифти'],
  },
];

export const sampleDetails: ContactDetails = {
  phone: '+380 43 000 00 00',
  email: 'hello@vidlunnia.example',
  address: 'вул. Соборна, 1, Вінниця',
  hours: [
    { days: 'Пн–Пт', time: '09:00–18:00' },
    { days: 'Сб–Нд', time: 'вихідні' },
  ],
};
