import type { ContactDetails } from '@vidlunnia/contracts';

/** How to reach the agency. The values are examples. */
export const CONTACT_DETAILS: ContactDetails = {
  phone: '+380 43 000 00 00',
  email: 'hello@vidlunnia.example',
  address: 'вул. Соборна, 1, Вінниця',
  map: 'https://www.openstreetmap.org/search?query=%D0%92%D1%96%D0%BD%D0%BD%D0%B8%D1%86%D1%8F%2C%20%D0%A1%D0%BE%D0%B1%D0%BE%D1%80%D0%BD%D0%B0%201',
  hours: [
    { days: 'Пн–Пт', time: '09:00–18:00' },
    { days: 'Сб–Нд', time: 'вихідні' },
  ],
};

/** The agency's pages in social networks, in the order of the footer; an empty address leaves its button out. */
export const SOCIAL_LINKS = {
  telegram: 'https://telegram.example/vidlunnia',
  instagram: 'https://instagram.example/vidlunnia',
  facebook: 'https://facebook.example/vidlunnia',
  linkedin: 'https://linkedin.example/vidlunnia',
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
