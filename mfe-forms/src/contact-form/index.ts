export { loadToken as load } from '../form/load-token';
export { ContactForm as default } from './contact-form';

export const interactive = true;
