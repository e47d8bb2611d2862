/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Suspense, use, type ReactNode } from 'react';
import { PartBoundary } from '../page/islands/fallbacks';
import { modulesOf, zoneId, type Zone } from '../page/modules';
import { DEADLINES, textOf } from '../page/rendered-page';
import type { SiteFrame } from '../site';
import { API, loaded, MODULES, type BakeryApi } from '../testing/bakery/modules';
import { bakeryPages, pageAt } from '../testing/bakery/pages';
import { bakery, frame, type BakeryInput } from '../testing/bakery/site';
import { fakeLoader, type Modules } from '../testing/islands';
import { statesOf } from '../testing/renderer';
import { createPageRenderer, renderWhole } from './page-renderer';

beforeEach(() => {
  jest.restoreAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const failed = () => Promise.reject(new Error('404'));
const Crash = (): never => {
  throw new Error('render');
};
const crashing = () => loaded({ default: Crash });

interface Arrangement {
  readonly changes?: Modules;
  readonly calls?: Partial<BakeryApi>;
  readonly zones?: readonly Zone[];
  readonly input?: BakeryInput;
  readonly Frame?: SiteFrame['Frame'];
}

async function render(pathname: string, arrangement: Arrangement = {}) {
  const { changes, calls, zones = [], input, Frame = frame.Frame } = arrangement;
  const load = fakeLoader({ ...MODULES, ...changes });
  const site = { ...bakery, ...frame, Frame };
  const renderPage = createPageRenderer({ site, load, zones, dataDeadline: 50 });
  const page = await renderPage({ page: pageAt(pathname), input }, { ...API, ...calls });
  return {
    ...page,
    html: textOf(page.html),
    islands: statesOf(page),
    requested: load.mock.calls.map(([id]) => id),
  };
}
const sectionsIn = (html: string) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
/** Names of the islands, in order. */
const islandsIn = (html: string) => [...html.matchAll(/data-island="([^"]+)"/g)].map(([, id]) => id);

const SHOP = modulesOf(bakeryPages, pageAt('/'), []);
const SECTIONS = ['window', 'breads', 'jobs', 'latest', 'visit'];

describe('a page of many islands', () => {
  test('has its frame, every island in order with its data, each nested one in its slot, but no inline code', async () => {
    const { kind, html, head, failures, requested } = await render('/');
    expect([kind, head, failures]).toEqual(['page', bakery.headOf({ kind: 'shop' }), []]);
    expect(sectionsIn(html)).toEqual(SECTIONS);
    expect(islandsIn(html)).toEqual(SHOP);
    expect(html).toMatch(/<header[\s>].*<main id="main" tabindex="-1">.*<\/main>.*<footer[\s>]/s);
    expect(html).toMatch(/<div data-island="shop\/Breads">(<!--\$-->)?<section id="breads">Rye<\/section>/);
    expect(html).toMatch(
      /<section id="jobs">.*<div data-island="orders\/JobForm">(<!--\$-->)?<form id="job-form">.*<\/form>(<!--\/\$-->)?<\/div><\/section>(<!--\/\$-->)?<\/div><div data-island="/s,
    );
    expect(html).toMatch(/<section id="visit">.*<form id="order-form">.*<\/section>/s);
    expect(html).not.toMatch(/<script|<template|<style| style=| on\w+=|is loading/);
    const inputs = [...html.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id);
    expect(inputs).toEqual(
      ['Job', 'Order'].map((form) => expect.stringContaining(`orders-${form}Form`) as unknown),
    );
    expect(console.error).not.toHaveBeenCalled();
    // Each island is requested once, in parallel.
    expect(requested).toEqual(SHOP);
  });

  test('keeps text that looks like a placeholder', async () => {
    const TEXTS = ['<!--orders/OrderForm-->', '$&', "$'", '<div data-island="orders/OrderForm"></div>'];
    const Window = () => <section id="window">{TEXTS.join(' ')}</section>;
    const { html } = await render('/', { changes: { 'shop/Window': () => loaded({ default: Window }) } });
    expect(html.split('<form id="order-form">')).toHaveLength(2);
    expect(html).toContain(
      '&lt;!--orders/OrderForm--&gt; $&amp; $&#x27; &lt;div data-island=&quot;orders/OrderForm&quot;&gt;',
    );
  });

  test('keeps its content when a part of the frame crashes, only for its visitor', async () => {
    const Frame = ({ children }: { children: ReactNode }) => (
      <>
        <PartBoundary>
          <Crash />
        </PartBoundary>
        {children}
      </>
    );
    const { kind, html, failures } = await render('/', { Frame });
    expect([kind, sectionsIn(html)]).toEqual(['page', SECTIONS]);
    // The failure names no release.
    expect(failures).toEqual([
      { id: 'page', stage: 'render', reason: expect.stringContaining('render') as unknown },
    ]);
  });
});

test('an island is rendered without its data if loading fails, only for its visitor', async () => {
  const breads = () => Promise.reject(new Error('offline'));
  const { kind, html, failures } = await render('/', { calls: { breads } });
  expect(kind).toBe('page');
  expect(html).toContain('<section id="breads">none</section>');
  expect(failures).toEqual([{ id: 'shop/Breads', stage: 'data', reason: 'offline' }]);
});

test('an island whose place loads data fails without a `load`', async () => {
  const { failures } = await render('/', {
    changes: { 'shop/Breads': () => loaded({ default: () => null }) },
  });
  expect(failures).toEqual([{ id: 'shop/Breads', stage: 'data', reason: 'it loads none' }]);
});

test('an island without code, or crashed, leaves a message, and is retried by the browser', async () => {
  const { kind, html, islands, failures } = await render('/', {
    changes: {
      'shop/Window': failed,
      'shop/Jobs': crashing,
      'orders/OrderForm': () => loaded({ default: Crash, interactive: true }),
    },
  });
  expect([kind, sectionsIn(html)]).toEqual(['page', ['breads', 'latest', 'visit']]);
  const broken = ['shop/Window', 'shop/Jobs', 'orders/OrderForm'];
  for (const id of broken) {
    expect(html).toContain(`<p>${id} failed</p>`);
    expect(islands[id]).toEqual({ slot: {} });
  }
  expect(html).not.toContain('Retry');
  expect(failures).toEqual([
    { id: 'shop/Window', stage: 'load', reason: '404' },
    { id: 'shop/Jobs', stage: 'render', reason: 'render' },
    { id: 'orders/OrderForm', stage: 'render', reason: 'render' },
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
    return <Suspense fallback="Waiting">{use(endless)}</Suspense>;
  };
  const { html, islands, failures } = await render('/', {
    changes: { 'shop/Window': () => loaded({ default: Slow }) },
  });
  expect(html).toContain('<form id="order-form">');
  expect(islands['shop/Window']).toEqual({ slot: {} });
  expect(failures).toEqual([{ id: 'shop/Window', stage: 'late', reason: 'too late' }]);
});

test('a page with parameters has its island’s head', async () => {
  const { kind, html, head } = await render('/news/1');
  expect([kind, head.title]).toEqual(['page', 'About rye']);
  expect(html).toContain('<h1>About rye</h1>');
});

const status = (code: number) => Object.assign(new Error(`Status ${String(code)}`), { status: code });

test.each<readonly [string, 'missing' | 'lost', Error]>([
  ['that the API does not have', 'missing', status(404)],
  ['that the API fails to return', 'lost', status(500)],
  ['with the API out of reach', 'lost', new Error('offline')],
])('content %s is %s, with the same page at every address', async (_, kind, error) => {
  const calls = { story: () => Promise.reject(error) };
  const page = await render('/news/1', { calls });
  expect(page.kind).toBe(kind);
  expect(page.html).toContain('<h1>No such story</h1>');
  expect(page.head.title).toBe('No such story');
  expect(page.failures).toHaveLength(1);
  expect(await render('/news/2', { calls })).toEqual(page);
});

test('content whose remote is absent is lost; its page has the site’s head and message', async () => {
  const { kind, html, head, islands } = await render('/news/1', { changes: { 'news/Story': failed } });
  expect([kind, head]).toEqual(['lost', bakery.headOf({ kind: 'story', params: { id: '1' } })]);
  expect(html).toContain('<p>news/Story failed</p>');
  expect(islands).toEqual({ 'news/Story': { slot: {} } });
});

test('a page that its island’s head calls missing is missing', async () => {
  expect([(await render('/news')).kind, (await render('/news/page/2')).kind]).toEqual(['page', 'missing']);
});

test('an address without a page is missing, with the site’s own content', async () => {
  const { kind, html, head, islands, failures, requested } = await render('/nothing');
  expect([kind, head, islands, failures, requested]).toEqual([
    'missing',
    bakery.headOf({ kind: 'unknown' }),
    {},
    [],
    [],
  ]);
  expect(html).toMatch(/<header.*<main.*<h1>Nothing here<\/h1>.*<\/main>.*<footer/s);
});

test('an island gets the page’s input, and its slot also in the browser', async () => {
  const order = { accepted: false, values: { name: 'Ann' } };
  const { html, islands } = await render('/', { input: { bread: 'rye', order } });
  expect(html.split('Ann')).toHaveLength(2);
  expect(html).toMatch(/<form id="order-form">.*value="Ann".*<output>rye<\/output>/s);
  expect(islands['orders/OrderForm']?.slot).toEqual({ chosen: { bread: 'rye' } });
});

test('the state for the browser has only interactive islands, with their slots and data', async () => {
  const { islands } = await render('/');
  expect(islands).toEqual({
    'shop/Jobs': { slot: {}, data: null },
    'orders/JobForm': { slot: { jobs: ['Baker', 'Driver'], chosen: null }, data: null },
    'orders/OrderForm': { slot: {}, data: null },
  });
});

test('an absent island has no nested ones', async () => {
  const Half = ({ form }: { form: ReactNode }) => [form, <Crash key="crash" />];
  for (const visit of [failed, () => loaded({ default: Half })]) {
    const { html, islands } = await render('/', { changes: { 'shop/Visit': visit } });
    expect(islandsIn(html)).not.toContain('orders/OrderForm');
    expect(islands).not.toHaveProperty('orders/OrderForm');
    expect(islands['shop/Visit']).toEqual({ slot: {} });
  }
});

test('zones follow their module in the list’s order, with props, data and state; failed ones are as the site shows them; none changes the head', async () => {
  const [openings, broken, prices, elsewhere] = [
    zoneId('outside', 'Openings'),
    zoneId('outside', 'Broken'),
    zoneId('outside', 'Prices'),
    zoneId('outside', 'Elsewhere'),
  ];
  const Section = ({ id, data }: { id: string; data: unknown }) => (
    <section id={id}>{JSON.stringify(data)}</section>
  );
  const { kind, head, html, failures, islands } = await render('/', {
    zones: [
      ...[openings, broken, prices].map((id) => ({ id, page: 'shop', after: 'jobs' })),
      { id: elsewhere, page: 'list', after: 'jobs' },
    ],
    changes: {
      [openings]: () => loaded({ default: Section, interactive: true, load: (_, { api }) => api.breads() }),
      [broken]: failed,
      [prices]: () => loaded({ default: Section, head: () => ({ title: 'My site', missing: true }) }),
    },
  });
  expect(sectionsIn(html)).toEqual(
    SECTIONS.flatMap((id) => (id === 'jobs' ? [id, 'zone-outside-openings', 'zone-outside-prices'] : [id])),
  );
  // A zone without data is no failure.
  expect([kind, head, failures]).toMatchObject([
    'page',
    bakery.headOf({ kind: 'shop' }),
    [{ id: broken, stage: 'load' }],
  ]);
  expect(html).toContain(
    '<div data-island="outside/zone/Openings"><!--$--><section id="zone-outside-openings">[&quot;Rye&quot;]',
  );
  expect(html).toContain(`<p>${broken} failed</p>`);
  expect(islands[openings]?.data).toEqual(['Rye']);
  expect(islands[broken]).toEqual({ slot: {} });
  expect(islands).not.toHaveProperty([prices]);
});

test('rendering of a whole tree has no inline script, even for large pages with late islands', async () => {
  const large = 'bread '.repeat(20_000);
  const parts = [1, 2, 3].map((key) => (
    <Suspense key={key} fallback="Waiting">
      {new Promise<string>((resolve) => setImmediate(resolve, large))}
    </Suspense>
  ));
  const signal = AbortSignal.timeout(DEADLINES.rendering);
  const html = await renderWhole(<main>{parts}</main>, () => undefined, signal, 'page');
  expect(html.split(large)).toHaveLength(4);
  expect(html).not.toMatch(/<script|<template|hidden|Waiting/);
});
