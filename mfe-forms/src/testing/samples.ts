import { beforeEach, jest } from '@jest/globals';
import type { Api, ContactDetails } from '@vidlunnia/contracts';

// One test's draft is not another's input. Tests of the server's HTML have no storage.
beforeEach(() => {
  if ('window' in globalThis) sessionStorage.clear();
});

const unexpected = () => Promise.reject(new Error('The test expects no such call.'));

/** An API that accepts every submission by default, and rejects all other calls. */
export const sampleApi = () =>
  ({
    services: unexpected,
    posts: unexpected,
    post: unexpected,
    apply: jest.fn<Api['apply']>(() => Promise.resolve()),
    contact: jest.fn<Api['contact']>(() => Promise.resolve()),
  }) satisfies Api;

export const sampleDetails: ContactDetails = {
  phone: '+380 00 111 11 11',
  email: 'agency@example.com',
  address: 'вул. Перша, 1',
  hours: [
    { days: 'Пн–Ср', time: '10:00–16:00' },
    { days: 'Чт–Нд', time: 'вихідні' },
  ],
};

export const samplePositions = [
  'Менеджер/ка підтримки',
  'Адміністратор/ка соцмереж',
  'Менеджер/ка з\u00A0продажу',
];
