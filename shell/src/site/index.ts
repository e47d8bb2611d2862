export { BrandLink } from './brand-link';
export { ContactText, emailHref, phoneHref } from './contact-text';
export { owner, setOwner } from './owner';
export { TEXTS } from './texts';
