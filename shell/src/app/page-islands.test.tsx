/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ModuleProps } from '@vidlunnia/contracts';
import { fakeApi, fakeLoader, type Modules } from '../../testing/islands';
import { CALLS, MODULES } from '../../testing/site-modules';
import { modulesOf, pageAt } from '../pages/pages';
import { RemoteError } from '../remotes/errors';
import { createPageRenderer } from '../rendering/page-renderer';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const render = (changes: Modules = {}) => {
  const { loader } = fakeLoader({ ...MODULES, ...changes });
  return createPageRenderer({ loader, dataDeadline: 50, retentionMonths: 12 })(
    { pathname: '/', submission: null },
    fakeApi(CALLS),
  );
};
const failed = () => Promise.reject(new RemoteError('404'));
const Crash = (): never => {
  throw new Error('render');
};
/** Names of the islands, each inside the one before whose place is still open. */
const islandsIn = (html: string) => [...html.matchAll(/data-island="([^"]+)"/g)].map(([, id]) => id);

describe('the HTML of an island', () => {
  test('stands in its place, that of an inner one inside the outer one’s', async () => {
    const { html } = await render();
    expect(html).toMatch(/<div data-island="home\/Hero">(<!--\$-->)?<section id="hero">/);
    expect(html).toMatch(
      /<div data-island="home\/Vacancies">.*<section id="vacancies">.*<div data-island="forms\/ApplicationForm">(<!--\$-->)?<form id="application-form">.*<\/form>(<!--\/\$-->)?<\/div><\/section>(<!--\/\$-->)?<\/div><div data-island="/s,
    );
    expect(islandsIn(html)).toEqual(modulesOf(pageAt('/'), []));
  });

  test('has ids that no other one has', async () => {
    const { html } = await render();
    const ids = [...html.matchAll(/<input id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids).toEqual([
      expect.stringContaining('forms-ApplicationForm'),
      expect.stringContaining('forms-ContactForm'),
    ]);
  });

  test('that says what a place looks like stays text', async () => {
    const TEXTS = ['<!--forms/ContactForm-->', '$&', "$'", '<div data-island="forms/ContactForm"></div>'];
    const Team = () => <section id="team">{TEXTS.join(' ')}</section>;
    const { html } = await render({ 'home/Team': () => Promise.resolve({ default: Team }) });
    expect(html.split('<form id="contact-form">')).toHaveLength(2);
    const escaped = TEXTS.join(' ').replace(/[<>"&']/g, (sign) =>
      sign === "'" ? '&#x27;' : ({ '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }[sign] ?? ''),
    );
    expect(html).toContain(escaped);
  });
});

describe('of its islands the browser is told', () => {
  test('which have behaviour: what they were handed and rendered with; of the others nothing', async () => {
    const { state } = await render();
    expect(state.islands).toEqual({
      'home/Vacancies': { slot: {}, data: null },
      'forms/ApplicationForm': { slot: { positions: ['SMM', 'Таргет'], chosen: null }, data: null },
      'forms/ContactForm': { slot: {}, data: null },
    });
  });

  test('which it has to try itself: those whose code did not come, and those that crashed', async () => {
    const { state, crashes, missing } = await render({
      'home/Team': failed,
      'home/About': () => Promise.resolve({ default: Crash }),
      'forms/ContactForm': () => Promise.resolve({ default: Crash, interactive: true }),
    });
    for (const id of ['home/Team', 'home/About', 'forms/ContactForm'] as const) {
      expect(state.islands[id]).toEqual({ slot: {} });
    }
    expect(missing).toEqual(['home/Team']);
    expect(crashes).toEqual([
      'home/About could not be rendered: render',
      'forms/ContactForm could not be rendered: render',
    ]);
  });

  test('none that stands in one that is not there: it has no place', async () => {
    const Half = ({ form }: ModuleProps<'home/Contact'>) => (
      <section id="contact">
        {form}
        <Crash />
      </section>
    );
    for (const contact of [failed, () => Promise.resolve({ default: Half })]) {
      const { html, state } = await render({ 'home/Contact': contact });
      expect(islandsIn(html)).not.toContain('forms/ContactForm');
      expect(state.islands).not.toHaveProperty('forms/ContactForm');
      expect(state.islands['home/Contact']).toEqual({ slot: {} });
    }
  });
});
