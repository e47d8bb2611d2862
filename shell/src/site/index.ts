export { BrandLink } from './brand-link';
export { CONTACT_DETAILS, OWNER, SOCIAL_LINKS } from './owner';
export { emailHref, phoneHref } from './contact-links';
export { ContactText } from './contact-text';
export { TEXTS } from './texts';
