/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type Api, type ServiceType } from '@vidlunnia/contracts';
import { HttpError, NetworkError } from '@vidlunnia/http';
import { fakeApi, fakeLoader, type Modules } from '../../testing/islands';
import { CALLS, MODULES, POST, SMM } from '../../testing/site-modules';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../pages/page-heads';
import { modulesOf, pageAt } from '../pages/pages';
import type { Submission } from '../pages/submission';
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
    render: (pathname: string, submission: Submission | null, service?: ServiceType) =>
      render({ pathname, submission, ...(service && { service }) }, api),
    asked,
  };
};
const render = (pathname: string, changes?: Modules, calls?: Partial<Api>) =>
  rendererOf(changes, calls).render(pathname, null);
const idsIn = (html: string) => [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);

describe('the home page', () => {
  test('is whole: header, every section in order with its data, each form in its slot, footer', async () => {
    const { status, html, problems } = await render('/');
    expect([status, problems]).toEqual([200, []]);
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(html).toMatch(/<header[\s>].*<main id="main" tabindex="-1">.*<\/main>.*<footer[\s>]/s);
    expect(html).toContain('<section id="services">SMM</section>');
    expect(html).toMatch(/<section id="vacancies">.*<form id="application-form">.*<section id="blog">/s);
    expect(html).toMatch(/<section id="contact">.*<form id="contact-form">.*<\/section>/s);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('has its own head', async () => {
    const { head, state } = await render('/');
    expect(head).toBe(HOME_HEAD);
    expect(state.submission).toBeNull();
  });

  test('needs nothing that the Content-Security-Policy forbids, and nothing is still on its way', async () => {
    const { html } = await render('/');
    expect(html).not.toMatch(/<script|<template|<style| style=| on\w+=|Завантажуємо/);
  });

  test('starts all of its islands at once, each once', async () => {
    const { render: renderPage, asked } = rendererOf({ 'home/Hero': failed });
    await renderPage('/', null);
    expect(asked.mock.calls).toEqual(modulesOf(pageAt('/'), []).map((id) => [id, 'page']));
  });
});

describe('an island that cannot be had', () => {
  test('leaves its words, without a button, and the page as it is; the browser is to try itself', async () => {
    const { status, html, state, problems } = await render('/', { 'home/Team': failed });
    expect(status).toBe(200);
    expect(html).toContain('Цей розділ не завантажився. Решта сторінки працює.');
    expect(html).not.toContain('Спробувати ще раз');
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(state.islands['home/Team']).toEqual({ slot: {} });
    expect(problems).toContain('home/Team could not be loaded: 404');
  });

  test('by its data stands without them, for this visitor alone', async () => {
    const services = () => Promise.reject(new NetworkError('offline'));
    const { status, html, withoutData, problems } = await render('/', {}, { services });
    expect(status).toBe(200);
    expect(html).toContain('<section id="services">порожньо</section>');
    expect(withoutData).toContain('home/Services');
    expect(problems).toEqual(['home/Services could not be loaded: offline']);
  });

  test('in time stands without its data', async () => {
    const { html, problems } = await render('/', {}, { services: () => new Promise(() => undefined) });
    expect(html).toContain('порожньо');
    expect(problems).toEqual(['home/Services could not be loaded: Its data took too long']);
  });

  test('because its component crashes leaves its words; the browser is to try itself', async () => {
    const Crash = (): never => {
      throw new Error('render');
    };
    const { status, html, state, problems } = await render('/', {
      'home/About': () => Promise.resolve({ default: Crash }),
    });
    expect(status).toBe(200);
    expect(html).toContain('Цей розділ не завантажився');
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(problems).toEqual(['home/About could not be rendered: render']);
    expect(state.islands['home/About']).toEqual({ slot: {} });
  });

  test('leaves the next page as it is: each has its own', async () => {
    let calls = 0;
    const services = () => (++calls === 1 ? Promise.reject(new Error('offline')) : Promise.resolve([SMM]));
    const { render: renderPage } = rendererOf({}, { services });
    const [first, second] = [await renderPage('/', null), await renderPage('/', null)];
    expect([first.problems.length, second.problems.length]).toEqual([1, 0]);
    expect(second.html).toContain('SMM');
  });
});

describe('a post', () => {
  test('is there with its own head', async () => {
    const { status, html, head } = await render('/blog/1');
    expect([status, head.title]).toEqual([200, 'Про луну — Відлуння']);
    expect(html).toContain('<h1>Про луну</h1>');
  });

  test('is asked for by its decoded id', async () => {
    const post = jest.fn<Api['post']>().mockResolvedValue(POST);
    await render('/blog/%D0%BB%D1%83%D0%BD%D0%B0', {}, { post });
    expect(post.mock.calls.map(([id]) => id)).toEqual(['луна']);
  });

  test.each<readonly [string, 404 | 503, Error]>([
    ['that the API does not have', 404, new HttpError(404, null)],
    ['that the API fails to give', 503, new HttpError(500, null)],
    ['with the API out of reach', 503, new NetworkError('offline')],
  ])('%s is answered %i, in the same words', async (_, status, error) => {
    const page = await render('/blog/1', {}, { post: () => Promise.reject(error) });
    expect(page.status).toBe(status);
    expect(page.html).toContain('<h1>Стаття не знайдена</h1>');
    expect(page.head.title).toBe('Статті немає — Відлуння');
    expect(page.problems).toHaveLength(1);
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

  test('whose remote is not there is answered 503 with the remote’s words missing and a title kept', async () => {
    const { status, html, head, state } = await render('/blog/1', { 'blog/Post': failed });
    expect([status, head]).toEqual([503, POST_HEAD]);
    expect(html).toMatch(/<h1[^>]*>Стаття не завантажилася/);
    expect(state.islands).toEqual({ 'blog/Post': { slot: {} } });
  });
});

test.each(['/nothing', '/blog/page/1', '//', '//evil.example/', '/x/..', '/blog/..', '/blog/%zz'])(
  '%s is the page that is not there',
  async (pathname) => {
    const { render: renderPage, asked } = rendererOf();
    const { status, html, head, state, problems } = await renderPage(pathname, null);
    expect([status, head, state.islands, problems]).toEqual([404, NOT_FOUND_HEAD, {}, []]);
    expect(html).toContain('Тут навіть луна мовчить');
    expect(html).toMatch(/<header.*На головну.*<\/header>/s);
    expect(asked).not.toHaveBeenCalled();
  },
);

test('a form that was sent without a script is answered in its place, and the browser knows it too', async () => {
  const submission: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };
  const { html, state } = await rendererOf().render('/', submission);
  expect(html.split('Ігор')).toHaveLength(2);
  expect(html).toMatch(/<form id="contact-form">.*value="Ігор"/s);
  expect(state.submission).toEqual(submission);
});

test('a chosen service is handed to the contact form, and the browser knows it too', async () => {
  const { html, state } = await rendererOf().render('/', null, 'smm');
  expect(html).toMatch(/<form id="contact-form">.*<output>smm<\/output>/s);
  expect(state.islands['forms/ContactForm']?.slot).toEqual({ chosen: { service: 'smm' } });
  expect((await rendererOf().render('/', null)).state.islands['forms/ContactForm']?.slot).toEqual({});
});
