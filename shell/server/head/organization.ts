import { CONTACT_DETAILS } from '../../src/site/contact-details';
import { openingHours } from './opening-hours';
import { HEAD_TEXTS } from './texts';

const { address, email, hours, phone } = CONTACT_DETAILS;

/** Smallest account of the agency, as another thing's publisher. */
export const publisher = (siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: HEAD_TEXTS['jsonld.organization.name'],
  url: `${siteUrl}/`,
  logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
});

/** The agency for search engines (https://schema.org/Organization). Hours belong to the ways of reaching it. */
export const organization = (siteUrl: string) => ({
  '@context': 'https://schema.org',
  ...publisher(siteUrl),
  slogan: HEAD_TEXTS['jsonld.organization.slogan'],
  description: HEAD_TEXTS['jsonld.organization.description'],
  telephone: phone,
  email,
  address: postalAddress(address),
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: phone,
    email,
    availableLanguage: 'uk',
    hoursAvailable: openingHours(hours),
  },
});

/** The town is what stands after the last comma. */
function postalAddress(text: string) {
  const comma = text.lastIndexOf(',');
  return {
    '@type': 'PostalAddress',
    streetAddress: text.slice(0, comma).trim(),
    addressLocality: text.slice(comma + 1).trim(),
    addressCountry: 'UA',
  };
}
