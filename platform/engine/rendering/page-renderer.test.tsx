/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type Api, type ModuleProps, type ZoneId } from '@vidlunnia/contracts';
import { ApiError } from '@vidlunnia/http';
import { Suspense, use } from 'react';
import { fakeApi, fakeLoader, type Modules } from '../testing/islands';
import { statesOf } from '../testing/renderer';
import { CALLS, MODULES } from '../testing/site-modules';
import {
  HOME_HEAD,
  modulesOf,
  NOT_FOUND_HEAD,
  pageAt,
  POST_HEAD,
  zoneId,
  type Zone,
} from '../../../shell/src/pages/pages';
import { textOf, type PageRequest } from '../page/rendered-page';
import { TEXTS } from '../../../shell/src/site/site';
import { createPageRenderer, renderWhole } from './page-renderer';

beforeEach(() => {
  jest.restoreAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const failed = () => Promise.reject(new Error('404'));
const Crash = (): never => {
  throw new Error('render');
};
const crashing = () => Promise.resolve({ default: Crash });

interface Arrangement {
  readonly changes?: Modules;
  readonly calls?: Partial<Api>;
  readonly zones?: readonly Zone[];
  readonly request?: Pick<PageRequest, 'service'> & Partial<Pick<PageRequest, 'submission'>>;
}

async function render(pathname: string, { changes, calls, zones = [], request }: Arrangement = {}) {
  const { loader, requested } = fakeLoader({ ...MODULES, ...changes });
  const renderPage = createPageRenderer({ loader, zones, dataDeadline: 50 });
  const page = await renderPage(
    { page: pageAt(pathname), submission: null, ...request },
    fakeApi({ ...CALLS, ...calls }),
  );
  return { ...page, html: textOf(page.html), islands: statesOf(page), requested: requested.mock.calls };
}
const idsIn = (html: string) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
/** Names of the islands, in order. */
const islandsIn = (html: string) => [...html.matchAll(/data-island="([^"]+)"/g)].map(([, id]) => id);

describe('the home page', () => {
  test('has the header, every section in order with its data, each form in its slot, and the footer, but no inline code', async () => {
    const { kind, html, head, failures, requested } = await render('/');
    expect([kind, head, failures]).toEqual(['page', HOME_HEAD, []]);
    expect(idsIn(html)).toEqual(SECTION_IDS);
    expect(islandsIn(html)).toEqual(modulesOf(pageAt('/'), []));
    expect(html).toMatch(/<header[\s>].*<main id="main" tabindex="-1">.*<\/main>.*<footer[\s>]/s);
    expect(html).toMatch(
      /<div data-island="home\/Services">(<!--\$-->)?<section id="services">SMM<\/section>/,
    );
    expect(html).toMatch(
      /<section id="vacancies">.*<div data-island="forms\/ApplicationForm">(<!--\$-->)?<form id="application-form">.*<\/form>(<!--\/\$-->)?<\/div><\/section>(<!--\/\$-->)?<\/div><div data-island="/s,
    );
    expect(html).toMatch(/<section id="contact">.*<form id="contact-form">.*<\/section>/s);
    expect(html).not.toMatch(/<script|<template|<style| style=| on\w+=|Завантажуємо/);
    const inputs = [...html.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id);
    expect(inputs).toEqual(
      ['Application', 'Contact'].map((form) => expect.stringContaining(`forms-${form}Form`)),
    );
    expect(console.error).not.toHaveBeenCalled();
    // Each island is requested once, in parallel.
    expect(requested).toEqual(modulesOf(pageAt('/'), []).map((id) => [id]));
  });

  test('keeps text that looks like a placeholder', async () => {
    const TEXTS = ['<!--forms/ContactForm-->', '$&', "$'", '<div data-island="forms/ContactForm"></div>'];
    const Team = () => <section id="team">{TEXTS.join(' ')}</section>;
    const { html } = await render('/', {
      changes: { 'home/Team': () => Promise.resolve({ default: Team }) },
    });
    expect(html.split('<form id="contact-form">')).toHaveLength(2);
    expect(html).toContain(
      '&lt;!--forms/ContactForm--&gt; $&amp; $&#x27; &lt;div data-island=&quot;forms/ContactForm&quot;&gt;',
    );
  });

  test('keeps its content when header and footer crash, only for its visitor', async () => {
    const texts = Object.getOwnPropertyDescriptors(TEXTS);
    for (const text of ['nav.cta', 'footer.line']) Object.defineProperty(TEXTS, text, { get: Crash });
    const { kind, html, failures } = await render('/');
    Object.defineProperties(TEXTS, texts);
    expect([kind, idsIn(html)]).toEqual(['page', SECTION_IDS]);
    expect(html).not.toMatch(/<header|<footer/);
    // The failure names no release.
    const failure = { id: 'page', stage: 'render', reason: expect.stringContaining('render') };
    expect(failures).toEqual([failure, failure]);
  });
});

test('an island is rendered without its data if loading fails, only for its visitor', async () => {
  const services = () => Promise.reject(new ApiError(undefined, { cause: new Error('offline') }));
  const { kind, html, failures } = await render('/', { calls: { services } });
  expect(kind).toBe('page');
  expect(html).toContain('<section id="services">порожньо</section>');
  const reason = expect.stringContaining('offline');
  expect(failures).toEqual([{ id: 'home/Services', stage: 'data', reason }]);
});

test('an island without code, or crashed, leaves a message, and is retried by the browser', async () => {
  const { kind, html, islands, failures } = await render('/', {
    changes: {
      'home/Team': failed,
      'home/About': crashing,
      'forms/ContactForm': () => Promise.resolve({ default: Crash, interactive: true }),
    },
  });
  expect([kind, idsIn(html)]).toEqual(['page', SECTION_IDS]);
  expect(html.split('Цей розділ не завантажився. Решта сторінки працює.')).toHaveLength(3);
  expect(html).not.toContain('Спробувати ще раз');
  for (const id of ['home/Team', 'home/About', 'forms/ContactForm'] as const)
    expect(islands[id]).toEqual({ slot: {} });
  expect(failures).toEqual([
    { id: 'home/Team', stage: 'load', reason: '404' },
    { id: 'home/About', stage: 'render', reason: 'render' },
    { id: 'forms/ContactForm', stage: 'render', reason: 'render' },
  ]);
});

test('an island that is not rendered in time is cut off, and does not count as crashed', async () => {
  const deadline = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const endless = new Promise<string>(() => undefined);
  const Slow = () => {
    setImmediate(() => {
      deadline.abort(new Error('too late'));
    });
    return <Suspense fallback="На місці">{use(endless)}</Suspense>;
  };
  const { html, islands, failures } = await render('/', {
    changes: { 'home/Team': () => Promise.resolve({ default: Slow }) },
  });
  expect(html).toContain('<form id="contact-form">');
  expect(islands['home/Team']).toEqual({ slot: {} });
  expect(failures).toEqual([{ id: 'home/Team', stage: 'late', reason: 'too late' }]);
});

test('a post is rendered with its own head', async () => {
  const { kind, html, head } = await render('/blog/1');
  expect([kind, head.title]).toEqual(['page', 'Про луну — Відлуння']);
  expect(html).toContain('<h1>Про луну</h1>');
});

test.each<readonly [string, 'missing' | 'lost', Error]>([
  ['that the API does not have', 'missing', new ApiError(404)],
  ['that the API fails to return', 'lost', new ApiError(500)],
  ['with the API out of reach', 'lost', new ApiError()],
])('a post %s is %s, with the same page at every address', async (_, kind, error) => {
  const calls = { post: () => Promise.reject(error) };
  const { requested, ...page } = await render('/blog/1', { calls });
  expect(page.kind).toBe(kind);
  expect(page.html).toContain('<h1>Стаття не знайдена</h1>');
  expect(page.head.title).toBe('Статті немає — Відлуння');
  expect(page.failures).toHaveLength(1);
  expect(await render('/blog/2', { calls })).toEqual({ ...page, requested });
});

test('a post whose remote is absent is lost; its page has a title, without the remote’s text', async () => {
  const { kind, html, head, islands } = await render('/blog/1', { changes: { 'blog/Post': failed } });
  expect([kind, head]).toEqual(['lost', POST_HEAD]);
  expect(html).toMatch(/<h1[^>]*>Стаття не завантажилася/);
  expect(islands).toEqual({ 'blog/Post': { slot: {} } });
});

test('an address without a page is missing, with a message and a link home', async () => {
  const { kind, html, head, islands, failures, requested } = await render('/nothing');
  expect([kind, head, islands, failures, requested]).toEqual(['missing', NOT_FOUND_HEAD, {}, [], []]);
  expect(html).toContain('Тут навіть луна мовчить');
  expect(html).toMatch(/<header.*На головну.*<\/header>/s);
});

test('the contact form gets the chosen service, also in the browser, and the result of a form sent without a script', async () => {
  const submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } } as const;
  const { html, islands } = await render('/', { request: { service: 'Брендинг', submission } });
  expect(html.split('Ігор')).toHaveLength(2);
  expect(html).toMatch(/<form id="contact-form">.*value="Ігор".*<output>Брендинг<\/output>/s);
  expect(islands['forms/ContactForm']?.slot).toEqual({ chosen: { service: 'Брендинг' } });
});

test('the state for the browser has only interactive islands, with their slots and data', async () => {
  const { islands } = await render('/');
  expect(islands).toEqual({
    'home/Vacancies': { slot: {}, data: null },
    'forms/ApplicationForm': { slot: { positions: ['SMM', 'Таргет'], chosen: null }, data: null },
    'forms/ContactForm': { slot: {}, data: null },
  });
});

test('an absent island has no nested ones', async () => {
  const Half = ({ form }: ModuleProps<'home/Contact'>) => [form, <Crash key="crash" />];
  for (const contact of [failed, () => Promise.resolve({ default: Half })]) {
    const { html, islands } = await render('/', { changes: { 'home/Contact': contact } });
    expect(islandsIn(html)).not.toContain('forms/ContactForm');
    expect(islands).not.toHaveProperty('forms/ContactForm');
    expect(islands['home/Contact']).toEqual({ slot: {} });
  }
});

test('zones follow their section in the list’s order, with props, data and state; failed ones are left out; none changes the head', async () => {
  const ids = ['Openings', 'Broken', 'Prices'].map((module) => zoneId('outside', module));
  const [OPENINGS = zoneId('', ''), BROKEN = OPENINGS, PRICES = OPENINGS] = ids;
  const Section = ({ id, headingLevel, details, data }: ModuleProps<ZoneId>) => (
    <section id={id}>
      {headingLevel} {details.email} {JSON.stringify(data)}
    </section>
  );
  const { kind, head, html, failures, islands } = await render('/', {
    zones: ids.map((id) => ({ id, page: 'home', after: 'vacancies' })),
    changes: {
      [OPENINGS]: () =>
        Promise.resolve({
          default: Section,
          interactive: true,
          load: (_: object, { api }) => api.services(),
        }),
      [BROKEN]: failed,
      [PRICES]: () =>
        Promise.resolve({ default: Section, head: () => ({ title: 'Мій сайт', missing: true as const }) }),
    },
  });
  expect(idsIn(html)).toEqual(
    SECTION_IDS.flatMap((id) =>
      id === 'vacancies' ? [id, 'zone-outside-openings', 'zone-outside-prices'] : [id],
    ),
  );
  // A zone without data is no failure.
  expect([kind, head, failures]).toMatchObject(['page', HOME_HEAD, [{ id: BROKEN, stage: 'load' }]]);
  expect(html).toMatch(
    /<div data-island="outside\/zone\/Openings"><!--\$--><section id="zone-outside-openings">2.*@.*SMM/,
  );
  expect(html).toContain('<div data-island="outside/zone/Broken"></div>');
  expect(html).not.toContain('Мій сайт');
  expect(islands[OPENINGS]?.data).toEqual([expect.objectContaining({ title: 'SMM' })]);
  expect(islands[BROKEN]).toEqual({ slot: {} });
  expect(islands).not.toHaveProperty([PRICES]);
});

const onError = jest.fn<(error: unknown) => void>();
const renderTree = (texts: readonly Promise<string>[]) => {
  const parts = texts.map((text, index) => (
    <Suspense key={index} fallback="На місці">
      {text}
    </Suspense>
  ));
  return renderWhole(<main>{parts}</main>, onError, AbortSignal.timeout(100), 'page');
};

test('rendering of a whole tree has no inline script, even for large pages with late islands', async () => {
  const large = 'луна '.repeat(20_000);
  const html = await renderTree([1, 2, 3].map(() => new Promise((resolve) => setImmediate(resolve, large))));
  expect(html.split(large)).toHaveLength(4);
  expect(html).not.toMatch(/<script|<template|hidden|На місці/);
});

test('rendering of a whole tree ends at its deadline, and returns the finished parts', async () => {
  const html = await renderTree([Promise.resolve('Луна'), new Promise(() => undefined)]);
  expect(html).toMatch(/^<main>.*Луна.*На місці.*<\/main>/);
  expect(onError).toHaveBeenCalledTimes(1);
});
