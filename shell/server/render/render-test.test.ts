/** @jest-environment node */
import { createElement, type ReactNode } from 'react';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  FORM_IDS,
  type FormOutcome,
  type LoadContext,
  type ModuleProps,
  type RemoteModule,
  type SectionId,
  type VacanciesSlot,
  type ZoneId,
} from '@vidlunnia/contracts';
import { REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';
import { zoneId } from '../../src/pages/zones';
import { createPageRenderer } from '../../src/rendering/page-renderer';
import { emptyGoldenApi, goldenApi } from '../../src/rendering/golden-api';
import { fakeLoader, withPlain, type Modules } from '../../testing/islands';
import { fakeRenderer } from '../../testing/renderer';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { renderGoldenPages, startTried } from './render-test';
import type { RenderWorker } from './render-worker';

const Crash = (): never => {
  throw new Error('render');
};
const Article = ({ data }: ModuleProps<'blog/Post'>) => createElement('h1', null, data?.title);
const section = (id: string) => ({ default: () => createElement('section', { id }, 'луна') });
const slotted = (id: SectionId) => ({
  default: ({ form }: { form: ReactNode | ((slot: VacanciesSlot) => ReactNode) }) =>
    createElement(
      'section',
      { id },
      typeof form === 'function' ? form({ positions: [], chosen: null }) : form,
    ),
});
const form = (id: string) => ({
  default: ({ outcome }: { outcome: FormOutcome | null }) =>
    createElement('form', { id }, 'луна', ...Object.values(outcome?.values ?? {})),
});
const losing = (id: string) => ({ default: () => createElement('form', { id }, 'луна') });
const LOSING = {
  'forms/ApplicationForm': () => Promise.resolve(losing(FORM_IDS.application)),
  'forms/ContactForm': () => Promise.resolve(losing(FORM_IDS.contact)),
};
const OWN: Modules = {
  'home/Services': () => Promise.resolve({ ...section('services'), load: (_, { api }) => api.services() }),
  'home/Vacancies': () => Promise.resolve(slotted('vacancies')),
  'home/Contact': () => Promise.resolve(slotted('contact')),
  'blog/Teaser': () => Promise.resolve({ ...section('blog'), load: (_, { api }) => api.posts() }),
  'blog/Post': () => Promise.resolve({ default: Article, load: ({ postId }, { api }) => api.post(postId) }),
  'blog/Archive': () =>
    Promise.resolve({
      default: () => createElement('h1', null, 'луна'),
      load: async ({ page }, { api }) => ({
        page,
        pages: (await api.posts()).length,
        categories: [],
        groups: [],
      }),
    }),
  'forms/ApplicationForm': () => Promise.resolve(form(FORM_IDS.application)),
  'forms/ContactForm': () => Promise.resolve(form(FORM_IDS.contact)),
};
const WHOLE = withPlain(OWN, section);

const testOf = (changes: Modules, releaseSet = sampleReleaseSet()) => {
  const { loader } = fakeLoader({ ...WHOLE, ...changes });
  const { zones } = releaseSet;
  const render = createPageRenderer({ loader, zones, dataDeadline: 100, retentionMonths: 12 });
  const apis = { full: goldenApi, empty: emptyGoldenApi };
  const renderer = fakeRenderer(releaseSet);
  renderer.render.mockImplementation(({ golden = 'full', ...request }) => render(request, apis[golden]));
  return renderGoldenPages(renderer);
};
const failed = () => Promise.reject(new Error('404'));

beforeEach(() => {
  jest.restoreAllMocks();
});

test('the home page, whole, empty and with forms that were sent, all posts and a post are rendered, with golden data', async () => {
  const renderer = fakeRenderer(releaseSetOf());
  await renderGoldenPages(renderer);
  const sent = (form: string, accepted: boolean) => ({
    pathname: '/',
    submission: {
      form,
      accepted,
      values: accepted ? {} : expect.objectContaining({ name: expect.any(String) }),
    },
    golden: 'full',
  });
  expect(renderer.render.mock.calls).toEqual([
    [{ pathname: '/', submission: null, golden: 'full' }],
    [{ pathname: '/', submission: null, golden: 'empty' }],
    [{ pathname: '/', submission: null, service: 'smm', golden: 'full' }],
    [sent('application', true)],
    [sent('application', false)],
    [sent('contact', true)],
    [sent('contact', false)],
    [{ pathname: '/blog', submission: null, golden: 'full' }],
    [{ pathname: '/blog', submission: null, golden: 'empty' }],
    [{ pathname: '/blog/golden', submission: null, golden: 'full' }],
  ]);
});

test.each([
  ['application', 'forms/ApplicationForm', 'name, email, phone, city'],
  ['contact', 'forms/ContactForm', 'name, email, phone, message'],
] as const)('a set whose %s form comes back empty fails it', async (form, id, fields) => {
  await expect(testOf({ [id]: LOSING[id] })).rejects.toThrow(
    `/ after the ${form} form was rejected: ${id} loses what was typed: ${fields}`,
  );
});

describe('a set with a zone', () => {
  const OPENINGS = zoneId('outside', 'Openings');
  const set = () => ({
    ...releaseSetOf(...REMOTE_NAMES.map((name) => [name, sampleRemoteRelease(name)] as const), [
      'outside',
      sampleRemoteRelease('outside'),
    ]),
    zones: [{ id: OPENINGS, page: 'home', after: 'team' } as const],
  });
  const Openings = ({ id }: ModuleProps<ZoneId>) => createElement('section', { id }, 'луна');
  const testZone = (zone: RemoteModule<ZoneId>) => testOf({ [OPENINGS]: () => Promise.resolve(zone) }, set());

  test('passes when its section stands there, with data or without a need for any', async () => {
    await testZone({ default: Openings });
    await testZone({ default: Openings, load: (_, { api }) => api.services() });
  });

  test.each<readonly [string, RemoteModule<ZoneId>]>([
    ['renders nothing', { default: () => null }],
    ['renders nothing', { default: () => createElement('section', { id: 'own' }, 'луна') }],
    ['could not be rendered: render', { default: Crash }],
    ['cannot load data: no API', { default: Openings, load: () => Promise.reject(new Error('no API')) }],
  ])('fails when it %s', async (reason, zone) => {
    jest.spyOn(console, 'error').mockReturnValue();
    await expect(testZone(zone)).rejects.toThrow(`/: outside/zone/Openings ${reason}`);
  });
});

test('a set whose archive crashes without posts fails it', async () => {
  const First = ({ data }: ModuleProps<'blog/Archive'>) =>
    createElement('h1', null, data?.pages === 0 ? Crash() : 'луна');
  jest.spyOn(console, 'error').mockReturnValue();
  const load = async (_: object, { api }: LoadContext) => ({
    page: 1,
    pages: (await api.posts()).length,
    categories: [],
    groups: [],
  });
  await expect(testOf({ 'blog/Archive': () => Promise.resolve({ default: First, load }) })).rejects.toThrow(
    '/blog without posts: blog/Archive could not be rendered: render',
  );
});

test('a set that crashes where lists are empty fails it', async () => {
  const First = ({ data }: ModuleProps<'blog/Teaser'>) =>
    createElement('section', { id: 'blog' }, data?.at(0)?.title ?? Crash());
  jest.spyOn(console, 'error').mockReturnValue();
  await expect(
    testOf({ 'blog/Teaser': () => Promise.resolve({ default: First, load: (_, { api }) => api.posts() }) }),
  ).rejects.toThrow('/ without services and posts: blog/Teaser could not be rendered');
});

test('a page that cannot be rendered fails it', async () => {
  const renderer = fakeRenderer(sampleReleaseSet());
  renderer.render.mockRejectedValueOnce(new Error('crash'));
  await expect(renderGoldenPages(renderer)).rejects.toThrow('crash');
});

test('a set that is in order passes it', async () => {
  await expect(testOf({})).resolves.toBeUndefined();
});

test.each<readonly [string, Modules, string]>([
  ['cannot be loaded', { 'home/Team': failed }, '/: home/Team cannot be loaded: 404'],
  [
    'crashes when it is rendered',
    { 'home/Team': () => Promise.resolve({ default: Crash }) },
    '/: home/Team could not be rendered: render',
  ],
  [
    'crashes on a post',
    { 'blog/Post': () => Promise.resolve({ default: Crash, load: () => goldenApi.post('1') }) },
    '/blog/golden: blog/Post could not be rendered: render',
  ],
  [
    'fails to load its data',
    {
      'home/Services': () =>
        Promise.resolve({ ...section('services'), load: () => Promise.reject(new Error('load')) }),
    },
    '/: home/Services cannot load data: load',
  ],
  [
    'loads its data for ever',
    {
      'home/Services': () =>
        Promise.resolve({ ...section('services'), load: () => new Promise<never>(() => undefined) }),
    },
    '/: home/Services cannot load data: Its data took too long',
  ],
  [
    'has lost its loading',
    { 'blog/Post': () => Promise.resolve({ default: Article } as RemoteModule<'blog/Post'>) },
    '/blog/golden: blog/Post cannot load data',
  ],
  [
    'renders nothing',
    { 'home/Team': () => Promise.resolve({ default: () => null }) },
    '/: home/Team renders nothing',
  ],
  [
    'renders an empty element',
    { 'home/Team': () => Promise.resolve({ default: () => createElement('section', { id: 'team' }) }) },
    '/: home/Team renders nothing',
  ],
  [
    'renders an empty post',
    { 'blog/Post': () => Promise.resolve({ default: () => null, load: () => goldenApi.post('1') }) },
    '/blog/golden: blog/Post renders nothing',
  ],
])('a set of which an island %s fails it', async (_, changes, complaint) => {
  jest.spyOn(console, 'error').mockReturnValue();
  await expect(testOf(changes)).rejects.toThrow(complaint);
});

test('a team that is absent fails nothing', async () => {
  const absent = releaseSetOf(['home', sampleRemoteRelease('home')], ['forms', sampleRemoteRelease('forms')]);
  await expect(testOf({ 'blog/Teaser': failed, 'blog/Post': failed }, absent)).resolves.toBeUndefined();
});

describe('a worker that is started', () => {
  const workerWith = (changes: Modules) => {
    const { loader } = fakeLoader({ ...WHOLE, ...changes });
    const render = createPageRenderer({ loader, dataDeadline: 100, retentionMonths: 12 });
    const stop = jest.fn(() => Promise.resolve());
    const worker: RenderWorker = {
      render: ({ golden = 'full', ...request }) =>
        render(request, golden === 'full' ? goldenApi : emptyGoldenApi),
      ended: new Promise(() => undefined),
      stop,
    };
    return { worker, stop };
  };

  test('is used when it renders every golden page', async () => {
    const { worker, stop } = workerWith({});
    expect(await startTried(sampleReleaseSet(), () => Promise.resolve(worker))).toBe(worker);
    expect(stop).not.toHaveBeenCalled();
  });

  test('without one of its modules is ended, so that the next one loads it anew', async () => {
    const { worker, stop } = workerWith({
      'home/Team': () => Promise.reject(new Error('EMFILE: too many open files')),
    });
    const starting = startTried(sampleReleaseSet(), () => Promise.resolve(worker));
    await expect(starting).rejects.toThrow('home/Team cannot be loaded');
    expect(stop).toHaveBeenCalledTimes(1);
  });
});
