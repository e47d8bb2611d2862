/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type Api, type ModuleProps } from '@vidlunnia/contracts';
import { HttpError, NetworkError } from '@vidlunnia/http';
import { fakeApi, fakeLoader, type Modules } from '../../testing/islands';
import { statesOf } from '../../testing/renderer';
import { CALLS, MODULES } from '../../testing/site-modules';
import { HOME_HEAD, modulesOf, NOT_FOUND_HEAD, pageAt, POST_HEAD } from '../pages/pages';
import type { Submission } from '../pages/page-request';
import { textOf } from '../pages/rendered-page';
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
    render: (pathname: string, submission: Submission | null = null, service?: string) =>
      render({ page: pageAt(pathname), submission, ...(service && { service }) }, api).then((page) => ({
        ...page,
        html: textOf(page.html),
        islands: statesOf(page),
      })),
    asked,
  };
};
const render = (pathname: string, changes?: Modules, calls?: Partial<Api>) =>
  rendererOf(changes, calls).render(pathname);
const idsIn = (html: string) => [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);

describe('the home page', () => {
  test('is complete: header, every section in order with its data, each form in its slot, footer', async () => {
    const { kind, html, head, failures } = await render('/');
    expect([kind, head, failures]).toEqual(['page', HOME_HEAD, []]);
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
    await renderPage('/');
    expect(asked.mock.calls).toEqual(modulesOf(pageAt('/'), []).map((id) => [id, 'page']));
  });
});

describe('an unavailable island', () => {
  test('leaves a message without a button; the page is unaffected, and the browser tries again', async () => {
    const { kind, html, islands, failures } = await render('/', { 'home/Team': failed });
    expect(kind).toBe('page');
    expect(html).toContain('Цей розділ не завантажився. Решта сторінки працює.');
    expect(html).not.toContain('Спробувати ще раз');
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(islands['home/Team']).toEqual({ slot: {} });
    expect(failures).toEqual([{ id: 'home/Team', stage: 'load', reason: '404' }]);
  });

  test('with failed data is rendered without them, only for this visitor', async () => {
    const services = () => Promise.reject(new NetworkError('offline'));
    const { kind, html, failures } = await render('/', {}, { services });
    expect(kind).toBe('page');
    expect(html).toContain('<section id="services">порожньо</section>');
    expect(failures).toEqual([{ id: 'home/Services', stage: 'data', reason: 'offline' }]);
  });
});

describe('a post', () => {
  test('is there with its own head', async () => {
    const { kind, html, head } = await render('/blog/1');
    expect([kind, head.title]).toEqual(['page', 'Про луну — Відлуння']);
    expect(html).toContain('<h1>Про луну</h1>');
  });

  test.each<readonly [string, 'missing' | 'lost', Error]>([
    ['that the API does not have', 'missing', new HttpError(404, null)],
    ['that the API fails to give', 'lost', new HttpError(500, null)],
    ['with the API out of reach', 'lost', new NetworkError('offline')],
  ])('%s is %s, with the same message', async (_, kind, error) => {
    const page = await render('/blog/1', {}, { post: () => Promise.reject(error) });
    expect(page.kind).toBe(kind);
    expect(page.html).toContain('<h1>Стаття не знайдена</h1>');
    expect(page.head.title).toBe('Статті немає — Відлуння');
    expect(page.failures).toHaveLength(1);
  });

  test('that does not exist has the same page at every address', async () => {
    const post = () => Promise.reject(new HttpError(404, null));
    expect(await render('/blog/2', {}, { post })).toEqual(await render('/blog/1', {}, { post }));
  });

  test('whose remote is absent is lost; its page has a title, without the remote’s text', async () => {
    const { kind, html, head, islands } = await render('/blog/1', { 'blog/Post': failed });
    expect([kind, head]).toEqual(['lost', POST_HEAD]);
    expect(html).toMatch(/<h1[^>]*>Стаття не завантажилася/);
    expect(islands).toEqual({ 'blog/Post': { slot: {} } });
  });
});

test('an address without a page is missing, with a message and a link home', async () => {
  const { render: renderPage, asked } = rendererOf();
  const { kind, html, head, islands, failures } = await renderPage('/nothing');
  expect([kind, head, islands, failures]).toEqual(['missing', NOT_FOUND_HEAD, {}, []]);
  expect(html).toContain('Тут навіть луна мовчить');
  expect(html).toMatch(/<header.*На головну.*<\/header>/s);
  expect(asked).not.toHaveBeenCalled();
});

test('the result of a form sent without a script is in its place', async () => {
  const submission: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };
  const { html } = await rendererOf().render('/', submission);
  expect(html.split('Ігор')).toHaveLength(2);
  expect(html).toMatch(/<form id="contact-form">.*value="Ігор"/s);
});

test('the chosen service is passed to the contact form, and is in the state for the browser', async () => {
  const { html, islands } = await rendererOf().render('/', null, 'Брендинг');
  expect(html).toMatch(/<form id="contact-form">.*<output>Брендинг<\/output>/s);
  expect(islands['forms/ContactForm']?.slot).toEqual({ chosen: { service: 'Брендинг' } });
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
    const { islands } = await render('/');
    expect(islands).toEqual({
      'home/Vacancies': { slot: {}, data: null },
      'forms/ApplicationForm': { slot: { positions: ['SMM', 'Таргет'], chosen: null }, data: null },
      'forms/ContactForm': { slot: {}, data: null },
    });
  });

  test('islands that the browser has to try: those without code, and those that crashed', async () => {
    const { islands, failures } = await render('/', {
      'home/Team': failed,
      'home/About': () => Promise.resolve({ default: Crash }),
      'forms/ContactForm': () => Promise.resolve({ default: Crash, interactive: true }),
    });
    for (const id of ['home/Team', 'home/About', 'forms/ContactForm'] as const) {
      expect(islands[id]).toEqual({ slot: {} });
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
      const { html, islands } = await render('/', { 'home/Contact': contact });
      expect(islandsIn(html)).not.toContain('forms/ContactForm');
      expect(islands).not.toHaveProperty('forms/ContactForm');
      expect(islands['home/Contact']).toEqual({ slot: {} });
    }
  });
});
