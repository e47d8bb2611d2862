import { beforeEach, jest } from '@jest/globals';
import type { Api, ContactDetails } from '@vidlunnia/contracts';

// A draft must not reach the next test. Tests of the server's HTML have no browser.
beforeEach(() => {
  if (!('window' in globalThis)) return;
  sessionStorage.clear();
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

/** An API that accepts every submission by default, and has no other call. */
export const sampleApi = () => ({
  ...({} as Api),
  apply: jest.fn<Api['apply']>(() => Promise.resolve()),
  contact: jest.fn<Api['contact']>(() => Promise.resolve()),
});

export const sampleDetails: ContactDetails = {
  phone: '+380 00 111 11 11',
  email: 'agency@example.com',
  address: 'вул. Перша, 1',
  hours: [
    { days: 'Пн–Ср', time: '10:00–16:00' },
    { days: 'Чт–Нд', time: 'вихідні' },
  ],
};

export const samplePositions = ['Менеджер/ка підтримки', 'Адміністратор/ка соцмереж'];

/** Props of both forms. */
export const sampleProps = () => ({ api: sampleApi(), details: sampleDetails, outcome: null, data: null });

/** A field by its name, whatever its element. */
export const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement;

/** The values that the browser would send. */
export const sentBy = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));
