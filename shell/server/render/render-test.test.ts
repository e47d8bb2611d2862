import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  FORM_IDS,
  type FormOutcome,
  type ModuleProps,
  type RemoteModule,
  type ZoneId,
} from '@vidlunnia/contracts';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { zoneId } from '../../src/pages/pages';
import { createPageRenderer } from '../../src/rendering/page-renderer';
import { emptyGoldenApi, goldenApi } from '@vidlunnia/contracts/golden';
import { fakeLoader, type Modules } from '../../testing/islands';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { MODULES } from '../../testing/site-modules';
import { startTested } from './render-test';
import type { RenderWorker } from './supervised-worker';

const Crash = (): never => {
  throw new Error('render');
};
const section = (id: string) => ({ default: () => createElement('section', { id }, 'луна') });
const form = (id: string) => ({
  default: ({ outcome }: { outcome: FormOutcome | null }) =>
    createElement('form', { id }, 'луна', ...Object.values(outcome?.values ?? {})),
});
const losing = (id: string) => ({ default: () => createElement('form', { id }, 'луна') });

const Article = ({ data }: ModuleProps<'blog/Post'>) => createElement('h1', null, data?.title);
const teaser = (Module: RemoteModule<'blog/Teaser'>['default']): RemoteModule<'blog/Teaser'> => ({
  default: Module,
  load: (_, { api }) => api.posts(),
});
const archive = (Module: RemoteModule<'blog/Archive'>['default']): RemoteModule<'blog/Archive'> => ({
  default: Module,
  load: async ({ page }, { api }) => ({
    page,
    pages: (await api.posts()).length,
    categories: [],
    posts: [],
  }),
});
const is =
  <Value>(value: Value) =>
  () =>
    Promise.resolve(value);

const WHOLE: Modules = {
  ...MODULES,
  'home/Services': is({
    ...section('services'),
    load: async (_, { api }) => ({ lead: '', services: await api.services() }),
  }),
  'blog/Teaser': is(teaser(section('blog').default)),
  'forms/ApplicationForm': is(form(FORM_IDS.application)),
  'forms/ContactForm': is(form(FORM_IDS.contact)),
};

/** Tests a worker with these modules; the others are valid. `stop` records whether the worker was stopped. */
function tryWorker(changes: Modules, set = sampleReleaseSet()) {
  const { loader } = fakeLoader({ ...WHOLE, ...changes });
  const render = createPageRenderer({ loader, zones: set.zones, dataDeadline: 100 });
  const apis = { full: goldenApi, empty: emptyGoldenApi };
  const stop = jest.fn(() => Promise.resolve());
  const worker: RenderWorker = {
    render: ({ golden = 'full', ...request }) => render(request, apis[golden]),
    ended: new Promise(() => undefined),
    stop,
  };
  return { worker, stop, tried: startTested(set, () => Promise.resolve(worker)) };
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('a worker that renders all golden pages is kept', async () => {
  const { worker, stop, tried } = tryWorker({});
  expect(await tried).toBe(worker);
  expect(stop).not.toHaveBeenCalled();
});

const EMPTY_ELEMENT = { default: () => createElement('section', { id: 'team' }) };
const failed = () => Promise.reject(new Error('404'));

test.each<readonly [string, Modules, string]>([
  ['cannot be loaded', { 'home/Team': failed }, '/: home/Team cannot be loaded: 404'],
  ['crashes', { 'home/Team': is({ default: Crash }) }, '/: home/Team could not be rendered: render'],
  [
    'crashes with empty lists',
    { 'blog/Teaser': is(teaser(({ data }) => (data?.[0] ? section('blog').default() : Crash()))) },
    '/ without services and posts: blog/Teaser could not be rendered: render',
  ],
  [
    'crashes without posts',
    { 'blog/Archive': is(archive(({ data }) => (data?.pages ? 'луна' : Crash()))) },
    '/blog without posts: blog/Archive could not be rendered: render',
  ],
  [
    'fails to load its data',
    { 'home/Services': is({ ...section('services'), load: () => Promise.reject(new Error('load')) }) },
    '/: home/Services cannot load data: load',
  ],
  [
    'has no loading function',
    { 'blog/Post': is({ default: Article }) },
    '/blog/golden: blog/Post cannot load data',
  ],
  ['renders nothing', { 'home/Team': is({ default: () => null }) }, '/: home/Team renders nothing'],
  ['renders an empty element', { 'home/Team': is(EMPTY_ELEMENT) }, '/: home/Team renders nothing'],
  [
    'loses typed values of one form',
    { 'forms/ApplicationForm': is(losing(FORM_IDS.application)) },
    '/ after the application form was rejected: forms/ApplicationForm loses what was typed: name, email, phone, city',
  ],
  [
    'loses typed values of the other form',
    { 'forms/ContactForm': is(losing(FORM_IDS.contact)) },
    '/ after the contact form was rejected: forms/ContactForm loses what was typed: name, email, phone, message',
  ],
])(
  'a worker whose island %s is stopped, so that the next worker loads it again',
  async (_, changes, complaint) => {
    const { stop, tried } = tryWorker(changes);
    await expect(tried).rejects.toThrow(complaint);
    expect(stop).toHaveBeenCalledTimes(1);
  },
);

test('a worker that cannot render a page is stopped', async () => {
  const stop = jest.fn(() => Promise.resolve());
  const render = () => Promise.reject(new Error('crash'));
  const worker = { render, stop, ended: new Promise<Error>(() => undefined) };
  await expect(startTested(sampleReleaseSet(), () => Promise.resolve(worker))).rejects.toThrow('crash');
  expect(stop).toHaveBeenCalledTimes(1);
});

test('an absent team is no failure', async () => {
  const absent = releaseSetOf(['home', sampleRemoteRelease('home')], ['forms', sampleRemoteRelease('forms')]);
  const { worker, tried } = tryWorker({ 'blog/Teaser': failed, 'blog/Post': failed }, absent);
  expect(await tried).toBe(worker);
});

describe('a set with a zone', () => {
  const OPENINGS = zoneId('outside', 'Openings');
  const set = () => ({
    ...releaseSetOf(
      ...[...REMOTE_NAMES, 'outside'].map((name) => [name, sampleRemoteRelease(name)] as const),
    ),
    zones: [{ id: OPENINGS, page: 'home', after: 'team' } as const],
  });
  const Openings = ({ id }: ModuleProps<ZoneId>) => createElement('section', { id }, 'луна');
  const tryZone = (zone: RemoteModule<ZoneId>) => tryWorker({ [OPENINGS]: is(zone) }, set());

  test.each<readonly [string, RemoteModule<ZoneId>]>([
    ['with data', { default: Openings, load: (_, { api }) => api.services() }],
    ['that needs no data', { default: Openings }],
  ])('passes when its section is present, %s', async (_, zone) => {
    const { worker, tried } = tryZone(zone);
    expect(await tried).toBe(worker);
  });

  test('fails when its section is missing', async () => {
    await expect(tryZone(section('own')).tried).rejects.toThrow('/: outside/zone/Openings renders nothing');
  });
});
