export { BrandLink } from './brand-link';
export { CONTACT_DETAILS, OWNER, SOCIAL_LINKS } from '@vidlunnia/content';
export { ContactText, emailHref, phoneHref } from './contact-text';
export { TEXTS } from './texts';
