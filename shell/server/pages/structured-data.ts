import type { Owner } from '@vidlunnia/content';
import { postalAddress, type ContactDetails, type PageHead } from '@vidlunnia/contracts';

/** Words for search engines (site copy, section 18). */
const ORGANIZATION = {
  name: 'Відлуння',
  slogan: 'Маркетинг, який відгукується',
  description:
    'Діджитал-агенція з Вінниці: SMM, контент-маркетинг, лідогенерація, аналітика, SEO та брендинг. Понад 50 фахівців, понад 200 проєктів.',
} as const;

/** Minimal description of the agency, as a publisher. */
const publisher = (siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: ORGANIZATION.name,
  url: `${siteUrl}/`,
});

/** The agency for search engines (https://schema.org/ProfessionalService). */
export const professionalService = (
  siteUrl: string,
  { contact: { address, email, hours, map, phone }, social }: Owner,
) => ({
  '@context': 'https://schema.org',
  ...publisher(siteUrl),
  logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
  '@type': 'ProfessionalService',
  slogan: ORGANIZATION.slogan,
  description: ORGANIZATION.description,
  image: `${siteUrl}/icon-512.png`,
  telephone: phone,
  email,
  address: postalAddress(address),
  hasMap: map,
  openingHoursSpecification: openingHours(hours),
  sameAs: Object.values(social).filter((link) => link !== ''),
});

/** Preview of a page for links to it. */
export interface LinkPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Address of an image of 1200 × 630. */
  readonly image: string;
  readonly imageAlt: string;
  readonly article: PageHead['article'];
}

/** A post for search engines (https://schema.org/BlogPosting). */
export const blogPosting = (
  siteUrl: string,
  { url, title, description, image }: LinkPreview,
  { author, published }: NonNullable<PageHead['article']>,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  '@id': `${url}#post`,
  mainEntityOfPage: url,
  url,
  headline: title,
  description,
  image: { '@type': 'ImageObject', url: image, width: 1200, height: 630 },
  datePublished: published,
  inLanguage: 'uk',
  author: { '@type': 'Person', name: author },
  publisher: publisher(siteUrl),
});

const SHORT_DAYS = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Нд'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const OPEN = /^(\d\d:\d\d)–(\d\d:\d\d)$/;

/**
 * Opening hours, such as «Пн–Пт 09:00–18:00», in the form of schema.org. Days without hours and texts in other forms
 * are left out: for a search engine, those days are closed.
 */
export const openingHours = (hours: ContactDetails['hours']): object[] =>
  hours.flatMap(({ days, time }) => {
    const [, opens, closes] = OPEN.exec(time) ?? [];
    const [first = '', last = first] = days.split('–');
    const from = SHORT_DAYS.indexOf(first);
    if (!opens || !closes || from === -1) return [];
    const dayOfWeek = DAYS.slice(from, SHORT_DAYS.indexOf(last) + 1);
    return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }];
  });
