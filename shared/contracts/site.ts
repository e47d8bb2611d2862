/** Ids of the two forms' elements. */
export const FORM_IDS = { application: 'application-form', contact: 'contact-form' } as const;

/** Paths to which the forms are sent (specification, section 7). */
export const FORM_ACTIONS = { application: '/api/jobs/apply', contact: '/api/contact' } as const;

/** Query parameter of the home page: the service for the contact form. */
export const SERVICE_PARAMETER = 'service';

/**
 * Address of the contact form. A key of `SERVICE_NAMES` chooses that service; the title of another service of the API
 * begins the message. Any other text is ignored, so a forged link cannot show its own text.
 */
export const contactPath = (service?: string): string =>
  `/${service === undefined ? '' : `?${SERVICE_PARAMETER}=${encodeURIComponent(service)}`}#${FORM_IDS.contact}`;

/**
 * Id of a service's card on the home page. `name` is the service's value in the contact form, or its title if the form
 * does not list it.
 */
export const serviceId = (name: string): string =>
  `service-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;

/** Number of posts in the home page's teaser (specification, section 9). */
export const TEASER_POSTS = 3;

/** The agency's chats: an address in Telegram, telephone numbers in the others. Empty ones are not shown. */
interface Chats {
  /** `https://t.me/…` */
  readonly telegram?: string;
  readonly viber?: string;
  readonly whatsapp?: string;
}

/** Links to chats, in display order. Each service's own documentation has its form. */
export function chatLinks({ telegram = '', viber = '', whatsapp = '' }: Chats = {}) {
  const digits = (phone: string) => phone.replace(/\D/g, '');
  return [
    { name: 'Telegram', given: telegram, href: telegram },
    { name: 'Viber', given: viber, href: `viber://chat?number=%2B${digits(viber)}` },
    { name: 'WhatsApp', given: whatsapp, href: `https://wa.me/${digits(whatsapp)}` },
  ].filter(({ given }) => given !== '');
}

/** `+380 43 000 00 00` → `tel:+380430000000`. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

export const emailHref = (email: string): string => `mailto:${email}`;

/** Links to the agency's telephone and e-mail, for texts. */
export const contactLinks = ({ phone, email }: Pick<ContactDetails, 'phone' | 'email'>) => ({
  phone: { href: phoneHref(phone), text: phone },
  email: { href: emailHref(email), text: email },
});

/** Formats a date with its time in Kyiv, for the agency's people. */
export const kyivTime = (dateStyle: 'short' | 'medium' | 'long') =>
  new Intl.DateTimeFormat('uk-UA', { dateStyle, timeStyle: 'short', timeZone: 'Europe/Kyiv' });

/** Contact details. The owner edits the values (`shared/content`). */
export interface ContactDetails {
  /** As people read it: `+380 43 000 00 00`. */
  readonly phone: string;
  readonly chats?: Chats;
  readonly email: string;
  readonly address: string;
  /** Link to the address on a map. */
  readonly map?: string;
  readonly hours: readonly { readonly days: string; readonly time: string }[];
}

/** The agency's address for search engines (https://schema.org/PostalAddress): the town follows the last comma. */
export function postalAddress(text: string) {
  const comma = text.lastIndexOf(',');
  return {
    '@type': 'PostalAddress',
    streetAddress: text.slice(0, Math.max(comma, 0)).trim(),
    addressLocality: text.slice(comma + 1).trim(),
    addressCountry: 'UA',
  };
}

/** Address of a post's page. */
export const postPath = (id: string): string => `/blog/${encodeURIComponent(id)}`;

/**
 * Address of an archive page, of all posts or of one category; the first page is 1. It has no query, because caches
 * distinguish pages only by path.
 */
export const archivePath = (page = 1, category?: string): string =>
  [
    '/blog',
    category === undefined ? '' : `/category/${encodeURIComponent(category)}`,
    page === 1 ? '' : `/page/${String(page)}`,
  ].join('');

/** Address of the page about personal data. */
export const PRIVACY_PATH = '/privacy';

/**
 * Attribute of a link back to the home page. The shell returns visitors to their last position there. Without a script,
 * or for visitors who have not been there, the link's address counts.
 */
export const BACK_LINK = { 'data-nav': 'back' } as const;

/** The same for a link back to the posts: on the home page or in the archive, wherever the visitor was last. */
export const BACK_TO_POSTS_LINK = { 'data-nav': 'back-to-posts' } as const;
