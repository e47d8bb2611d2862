import type { ContactDetails } from '@vidlunnia/shared/contracts';

/** How to reach the agency: the one place to replace when the real details are known. */
export const CONTACT_DETAILS: ContactDetails = {
  phone: '+380 43 000 00 00',
  email: 'hello@vidlunnia.example',
  address: 'вул. Соборна, 1, Вінниця',
  hours: [
    { days: 'Пн–Пт', time: '09:00–18:00' },
    { days: 'Сб–Нд', time: 'вихідні' },
  ],
};
