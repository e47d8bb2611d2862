export { ContactForm as default } from './contact-form';

export const interactive = true;
