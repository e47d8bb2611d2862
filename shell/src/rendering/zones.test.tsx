/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { SECTION_IDS, type ModuleProps, type ZoneId } from '@vidlunnia/contracts';
import { fakeApi, fakeLoader, type Modules } from '../../testing/islands';
import { statesOf } from '../../testing/renderer';
import { CALLS, MODULES } from '../../testing/site-modules';
import { HOME_HEAD, pageAt } from '../pages/pages';
import { textOf } from '../pages/rendered-page';
import { zoneId, type Zone } from '../pages/page-table';
import { createPageRenderer } from './page-renderer';

const OPENINGS = zoneId('outside', 'Openings');
const PRICES = zoneId('outside', 'Prices');
const ZONES: readonly Zone[] = [
  { id: OPENINGS, page: 'home', after: 'vacancies' },
  { id: PRICES, page: 'home', after: 'vacancies' },
];

const Section = ({ id, headingLevel, details, data }: ModuleProps<ZoneId>) => (
  <section id={id}>
    {headingLevel} {details.email} {JSON.stringify(data)}
  </section>
);
const whole: Modules = {
  ...MODULES,
  [OPENINGS]: () =>
    Promise.resolve({ default: Section, interactive: true, load: (_: object, { api }) => api.services() }),
  [PRICES]: () => Promise.resolve({ default: Section }),
};

function render(pathname: string, changes: Modules = {}, zones = ZONES) {
  const { loader } = fakeLoader({ ...whole, ...changes });
  const renderPage = createPageRenderer({ loader, zones, dataDeadline: 50, retentionMonths: 12 });
  return renderPage({ page: pageAt(pathname), submission: null }, fakeApi(CALLS)).then((page) => ({
    ...page,
    html: textOf(page.html),
    islands: statesOf(page),
  }));
}
const idsIn = (html: string) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
const withZones = SECTION_IDS.flatMap((id) =>
  id === 'vacancies' ? [id, 'zone-outside-openings', 'zone-outside-prices'] : [id],
);

test('zones follow their section in the order of the list, with props, data and the state for the browser', async () => {
  const { html, failures, islands } = await render('/');
  // A zone that loads no data has no failure.
  expect([idsIn(html), failures]).toEqual([withZones, []]);
  expect(html).toMatch(
    /<div data-island="outside\/zone\/Openings"><!--\$--><section id="zone-outside-openings">2.*@.*SMM/,
  );
  expect(islands[OPENINGS]?.data).toEqual([expect.objectContaining({ title: 'SMM' })]);
  expect(islands).not.toHaveProperty([PRICES]);
});

test.each<readonly [string, Modules]>([
  ['cannot be loaded', { [OPENINGS]: () => Promise.reject(new Error('gone')) }],
  [
    'crashes',
    {
      [OPENINGS]: () =>
        Promise.resolve({
          default: () => {
            throw new Error('crashed');
          },
        }),
    },
  ],
])('only a zone that %s disappears', async (_, changes) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { html, failures, islands } = await render('/', changes);
  expect(idsIn(html)).toEqual(withZones.filter((id) => id !== 'zone-outside-openings'));
  expect(html).toMatch(
    /<div data-island="outside\/zone\/Openings">(?:<!--[^>]*-->|<template[^>]*><\/template>)*<\/div>/,
  );
  expect(failures).toMatchObject([{ id: OPENINGS }]);
  // The browser tries it again.
  expect(islands[OPENINGS]).toEqual({ slot: {} });
});

test('a zone does not change the head of its page', async () => {
  const head = () => ({ title: 'Мій сайт', missing: true as const });
  const {
    kind,
    head: shown,
    html,
  } = await render('/', {
    [PRICES]: () => Promise.resolve({ default: Section, head }),
  });
  expect([kind, shown]).toEqual(['page', HOME_HEAD]);
  expect(html).not.toContain('Мій сайт');
});
