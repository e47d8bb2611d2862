import type { Api, ContactDetails } from '@vidlunnia/contracts';

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

export const sampleDetails: ContactDetails = {
  phone: '+380 43 000 00 00',
  email: 'hello@vidlunnia.example',
  address: 'вул. Соборна, 1, Вінниця',
  hours: [
    { days: 'Пн–Пт', time: '09:00–18:00' },
    { days: 'Сб–Нд', time: 'вихідні' },
  ],
};
