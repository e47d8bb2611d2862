import { beforeEach, expect, jest, test } from '@jest/globals';
import { fakeApi, fakeLoader } from '../../testing/parts';
import { PartStore } from '../parts/part-store';
import { adoptPage } from './adopt-page';
import { modulesOf, NO_PARAMS, pageAt } from './pages';

const observe = jest.fn<(element: Element) => void>();
let store: PartStore;
let asked: ReturnType<typeof fakeLoader>['asked'];

beforeEach(() => {
  observe.mockClear();
  class Observer {
    observe = observe;
    disconnect = () => undefined;
  }
  Object.assign(globalThis, { IntersectionObserver: Observer, requestIdleCallback: () => 0 });
  const fake = fakeLoader({});
  asked = fake.asked;
  store = new PartStore({ loader: fake.loader, api: fakeApi(), dataDeadline: 1, log: () => undefined });
});

test('every part of the home page that was rendered is taken over with its data; none is loaded yet', async () => {
  document.body.innerHTML =
    '<main id="main"><section id="services"></section><form id="contact-form"></form></main>';
  const parts = { 'home/Services': { data: [] }, 'forms/ContactForm': { data: null } };
  adoptPage(store, '/', parts);
  await Promise.resolve();
  expect(asked).not.toHaveBeenCalled();
  expect(store.state('home/Services', NO_PARAMS).attempt).toMatchObject({ number: 0, data: { value: [] } });
  expect(observe.mock.calls.map(([{ id }]) => id)).toEqual(['services', 'contact-form']);
});

test('a part keeps the very elements that the server made of it', () => {
  document.body.innerHTML = '<main id="main"><section id="services"></section></main>';
  adoptPage(store, '/', { 'home/Services': { data: [] }, 'home/Team': { data: null } });
  const { rendered } = store.state('home/Services', NO_PARAMS).attempt;
  expect(rendered).toEqual([document.getElementById('services')]);
  expect(store.state('home/Team', NO_PARAMS).attempt.rendered).toEqual([]);
});

test('a part that was not rendered is loaded as ever', () => {
  adoptPage(store, '/', { 'home/Services': { data: [] } });
  for (const id of modulesOf(pageAt('/')))
    void store.state(id, NO_PARAMS).attempt.module.catch(() => undefined);
  expect(asked.mock.calls.map(([id]) => id)).toEqual(
    modulesOf(pageAt('/')).filter((id) => id !== 'home/Services'),
  );
});

test('a post is taken over under its address’s parameter, whose place is main', () => {
  document.body.innerHTML = '<main id="main"><article></article></main>';
  adoptPage(store, '/blog/%D0%BB%D1%83%D0%BD%D0%B0', { 'blog/Post': { data: null } });
  const { number, rendered } = store.state('blog/Post', { postId: 'луна' }).attempt;
  expect([number, rendered]).toEqual([0, [document.querySelector('article')]]);
  expect(observe.mock.calls.map(([{ id }]) => id)).toEqual(['main']);
});

test('an address without a page has nothing to take over', () => {
  adoptPage(store, '/nothing', { 'home/Services': { data: [] } });
  expect(observe).not.toHaveBeenCalled();
});
