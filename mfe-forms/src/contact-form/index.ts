export { loadToken as load } from '../form/submission-form';
export { ContactForm as default } from './contact-form';

export const interactive = true;
