import type { ContactDetails } from '@vidlunnia/shared/contracts';

/** How to reach the agency. The values are examples. */
export const CONTACT_DETAILS: ContactDetails = {
  phone: '+380 43 000 00 00',
  email: 'hello@vidlunnia.example',
  address: 'вул. Соборна, 1, Вінниця',
  hours: [
    { days: 'Пн–Пт', time: '09:00–18:00' },
    { days: 'Сб–Нд', time: 'вихідні' },
  ],
};

interface Owner {
  /** Who runs the site by law, with the registration number; in the footer and as the controller of personal data. */
  readonly legalLine: string;
  /** A sentence on where «98 %» comes from: survey, number of answers, period. */
  readonly satisfactionSource: string;
}

/** What the owner alone knows (docs/owner.md); an empty text is left out of the pages. */
export const OWNER: Owner = {
  legalLine: '',
  satisfactionSource: '',
};
