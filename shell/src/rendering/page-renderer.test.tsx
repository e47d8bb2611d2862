/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type Api, type ModuleProps } from '@vidlunnia/contracts';
import { HttpError, NetworkError } from '@vidlunnia/http';
import { fakeApi, fakeLoader, type Modules } from '../../testing/islands';
import { CALLS, MODULES, POST } from '../../testing/site-modules';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../pages/page-heads';
import { modulesOf, pageAt } from '../pages/pages';
import type { Submission } from '../pages/page-request';
import { createPageRenderer } from './page-renderer';

beforeEach(() => {
  jest.restoreAllMocks();
  jest.spyOn(console, 'error');
});

const failed = () => Promise.reject(new Error('404'));

const rendererOf = (changes: Modules = {}, calls: Partial<Api> = {}) => {
  const { loader, asked } = fakeLoader({ ...MODULES, ...changes });
  const api = fakeApi({ ...CALLS, ...calls });
  const render = createPageRenderer({ loader, dataDeadline: 50, retentionMonths: 12 });
  return {
    render: (pathname: string, submission: Submission | null, service?: string) =>
      render({ pathname, submission, ...(service && { service }) }, api),
    asked,
  };
};
const render = (pathname: string, changes?: Modules, calls?: Partial<Api>) =>
  rendererOf(changes, calls).render(pathname, null);
const idsIn = (html: string) => [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);

describe('the home page', () => {
  test('is complete: header, every section in order with its data, each form in its slot, footer', async () => {
    const { status, html, head, failures } = await render('/');
    expect([status, head, failures]).toEqual([200, HOME_HEAD, []]);
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(html).toMatch(/<header[\s>].*<main id="main" tabindex="-1">.*<\/main>.*<footer[\s>]/s);
    expect(html).toContain('<section id="services">SMM</section>');
    expect(html).toMatch(/<section id="vacancies">.*<form id="application-form">.*<section id="blog">/s);
    expect(html).toMatch(/<section id="contact">.*<form id="contact-form">.*<\/section>/s);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('needs nothing that the Content-Security-Policy forbids, and has no loading parts', async () => {
    const { html } = await render('/');
    expect(html).not.toMatch(/<script|<template|<style| style=| on\w+=|Завантажуємо/);
  });

  test('starts all of its islands at once, each once', async () => {
    const { render: renderPage, asked } = rendererOf({ 'home/Hero': failed });
    await renderPage('/', null);
    expect(asked.mock.calls).toEqual(modulesOf(pageAt('/'), []).map((id) => [id, 'page']));
  });
});

describe('an unavailable island', () => {
  test('leaves a message without a button; the page is unaffected, and the browser tries again', async () => {
    const { status, html, state, failures } = await render('/', { 'home/Team': failed });
    expect(status).toBe(200);
    expect(html).toContain('Цей розділ не завантажився. Решта сторінки працює.');
    expect(html).not.toContain('Спробувати ще раз');
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(state.islands['home/Team']).toEqual({ slot: {} });
    expect(failures).toEqual([{ id: 'home/Team', stage: 'load', reason: '404' }]);
  });

  test('with failed data is rendered without them, only for this visitor', async () => {
    const services = () => Promise.reject(new NetworkError('offline'));
    const { status, html, failures } = await render('/', {}, { services });
    expect(status).toBe(200);
    expect(html).toContain('<section id="services">порожньо</section>');
    expect(failures).toEqual([{ id: 'home/Services', stage: 'data', reason: 'offline' }]);
  });
});

describe('a post', () => {
  test('is there with its own head', async () => {
    const { status, html, head } = await render('/blog/1');
    expect([status, head.title]).toEqual([200, 'Про луну — Відлуння']);
    expect(html).toContain('<h1>Про луну</h1>');
  });

  test.each<readonly [string, 404 | 503, Error]>([
    ['that the API does not have', 404, new HttpError(404, null)],
    ['that the API fails to give', 503, new HttpError(500, null)],
    ['with the API out of reach', 503, new NetworkError('offline')],
  ])('%s has status %i and the same message', async (_, status, error) => {
    const page = await render('/blog/1', {}, { post: () => Promise.reject(error) });
    expect(page.status).toBe(status);
    expect(page.html).toContain('<h1>Стаття не знайдена</h1>');
    expect(page.head.title).toBe('Статті немає — Відлуння');
    expect(page.failures).toHaveLength(1);
  });

  test('that does not exist is rendered once for all such addresses', async () => {
    const post = jest.fn<Api['post']>().mockRejectedValue(new HttpError(404, null));
    const { render: renderPage } = rendererOf({}, { post });
    const [first, second] = [await renderPage('/blog/1', null), await renderPage('/blog/2', null)];
    expect(second).toBe(first);
    expect(post.mock.calls.map(([id]) => id)).toEqual(['1', '2']);
    post.mockResolvedValue(POST);
    expect((await renderPage('/blog/2', null)).status).toBe(200);
  });

  test('whose remote is absent has status 503 and a title, without the remote’s text', async () => {
    const { status, html, head, state } = await render('/blog/1', { 'blog/Post': failed });
    expect([status, head]).toEqual([503, POST_HEAD]);
    expect(html).toMatch(/<h1[^>]*>Стаття не завантажилася/);
    expect(state.islands).toEqual({ 'blog/Post': { slot: {} } });
  });
});

test('an address without a page has status 404, a message and a link home', async () => {
  const { render: renderPage, asked } = rendererOf();
  const { status, html, head, state, failures } = await renderPage('/nothing', null);
  expect([status, head, state.islands, failures]).toEqual([404, NOT_FOUND_HEAD, {}, []]);
  expect(html).toContain('Тут навіть луна мовчить');
  expect(html).toMatch(/<header.*На головну.*<\/header>/s);
  expect(asked).not.toHaveBeenCalled();
});

test('the result of a form sent without a script is in its place, and in the state for the browser', async () => {
  const submission: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };
  const { html, state } = await rendererOf().render('/', submission);
  expect(html.split('Ігор')).toHaveLength(2);
  expect(html).toMatch(/<form id="contact-form">.*value="Ігор"/s);
  expect(state.submission).toEqual(submission);
});

describe('the service of the address', () => {
  const services = () =>
    Promise.resolve([{ title: 'Брендинг', description: '', icon_url: '', features: [] }]);

  test.each([
    ['that the form lists', 'smm'],
    ['that the API has', 'Брендинг'],
  ])('%s is passed to the contact form, and is in the state for the browser', async (_, service) => {
    const { html, state, isServiceUnknown } = await rendererOf({}, { services }).render('/', null, service);
    expect(html).toMatch(new RegExp(`<form id="contact-form">.*<output>${service}</output>`, 's'));
    expect(state.islands['forms/ContactForm']?.slot).toEqual({ chosen: { service } });
    expect(isServiceUnknown).toBeUndefined();
  });

  test.each([
    ['made up', services],
    ['unknown because the API is unreachable', failed],
  ])('%s is not on the page', async (_, calls) => {
    const { html, state, isServiceUnknown } = await rendererOf({}, { services: calls }).render(
      ...(['/', null, 'Переказуйте нам гроші'] as const),
    );
    expect(html + JSON.stringify(state)).not.toContain('гроші');
    expect(state.islands['forms/ContactForm']?.slot).toEqual({});
    expect(isServiceUnknown).toBe(true);
  });
});

const Crash = (): never => {
  throw new Error('render');
};
/** Names of the islands, each inside the previous one with an open place. */
const islandsIn = (html: string) => [...html.matchAll(/data-island="([^"]+)"/g)].map(([, id]) => id);

describe('the HTML of an island', () => {
  test('is in its place, an inner one inside the outer one', async () => {
    const { html } = await render('/');
    expect(html).toMatch(/<div data-island="home\/Hero">(<!--\$-->)?<section id="hero">/);
    expect(html).toMatch(
      /<div data-island="home\/Vacancies">.*<section id="vacancies">.*<div data-island="forms\/ApplicationForm">(<!--\$-->)?<form id="application-form">.*<\/form>(<!--\/\$-->)?<\/div><\/section>(<!--\/\$-->)?<\/div><div data-island="/s,
    );
    expect(islandsIn(html)).toEqual(modulesOf(pageAt('/'), []));
  });

  test('has unique ids', async () => {
    const { html } = await render('/');
    const ids = [...html.matchAll(/<input id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids).toEqual([
      expect.stringContaining('forms-ApplicationForm'),
      expect.stringContaining('forms-ContactForm'),
    ]);
  });

  test('with text that looks like a place stays text', async () => {
    const TEXTS = ['<!--forms/ContactForm-->', '$&', "$'", '<div data-island="forms/ContactForm"></div>'];
    const Team = () => <section id="team">{TEXTS.join(' ')}</section>;
    const { html } = await render('/', { 'home/Team': () => Promise.resolve({ default: Team }) });
    expect(html.split('<form id="contact-form">')).toHaveLength(2);
    const escaped = TEXTS.join(' ').replace(/[<>"&']/g, (sign) =>
      sign === "'" ? '&#x27;' : ({ '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }[sign] ?? ''),
    );
    expect(html).toContain(escaped);
  });
});

describe('the state for the browser has', () => {
  test('islands with behaviour, with their slots and data; others are not in it', async () => {
    const { state } = await render('/');
    expect(state.islands).toEqual({
      'home/Vacancies': { slot: {}, data: null },
      'forms/ApplicationForm': { slot: { positions: ['SMM', 'Таргет'], chosen: null }, data: null },
      'forms/ContactForm': { slot: {}, data: null },
    });
  });

  test('islands that the browser has to try: those without code, and those that crashed', async () => {
    const { state, failures } = await render('/', {
      'home/Team': failed,
      'home/About': () => Promise.resolve({ default: Crash }),
      'forms/ContactForm': () => Promise.resolve({ default: Crash, interactive: true }),
    });
    for (const id of ['home/Team', 'home/About', 'forms/ContactForm'] as const) {
      expect(state.islands[id]).toEqual({ slot: {} });
    }
    expect(failures).toEqual([
      { id: 'home/Team', stage: 'load', reason: '404' },
      { id: 'home/About', stage: 'render', reason: 'render' },
      { id: 'forms/ContactForm', stage: 'render', reason: 'render' },
    ]);
  });

  test('no island inside an absent one: it has no place', async () => {
    const Half = ({ form }: ModuleProps<'home/Contact'>) => (
      <section id="contact">
        {form}
        <Crash />
      </section>
    );
    for (const contact of [failed, () => Promise.resolve({ default: Half })]) {
      const { html, state } = await render('/', { 'home/Contact': contact });
      expect(islandsIn(html)).not.toContain('forms/ContactForm');
      expect(state.islands).not.toHaveProperty('forms/ContactForm');
      expect(state.islands['home/Contact']).toEqual({ slot: {} });
    }
  });
});
