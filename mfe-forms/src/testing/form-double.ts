import { jest } from '@jest/globals';
import type { Api, ContactDetails } from '@vidlunnia/shared/contracts';

export const details: ContactDetails = {
  phone: '+380 43 111 11 11',
  email: 'agency@example.com',
  address: 'вул. Перша, 1',
  hours: [],
};

export const positions = ['Менеджер/ка підтримки', 'Адміністратор/ка соцмереж', 'Менеджер/ка з\u00A0продажу'];

const reject = (): Promise<never> => Promise.reject(new Error('this call was not expected'));

/** An API whose submissions succeed until a test says otherwise. */
export const createApi = () =>
  ({
    services: reject,
    posts: reject,
    post: reject,
    apply: jest.fn<Api['apply']>(() => Promise.resolve()),
    contact: jest.fn<Api['contact']>(() => Promise.resolve()),
  }) satisfies Api;

export type ApiDouble = ReturnType<typeof createApi>;

/** A request that stays under way until a test ends it. */
export const createRequest = () => {
  let end: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, succeed: () => end?.() };
};
