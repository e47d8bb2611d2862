import { createElement } from 'react';
import { beforeEach, expect, jest, test } from '@jest/globals';
import {
  FORM_IDS,
  REMOTE_NAMES,
  type FormOutcome,
  type ModuleProps,
  type ZoneId,
} from '@vidlunnia/contracts';
import { emptyGoldenApi, goldenApi } from '@vidlunnia/contracts/golden';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { zoneId } from '../../../../shell/src/pages/pages';
import type { ReleaseSet } from '../../page/remotes/release-set';
import { createPageRenderer } from '../../rendering/page-renderer';
import { fakeLoader, type Modules } from '../../testing/islands';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
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
function is<Value>(value: Value) {
  return () => Promise.resolve(value);
}

const OPENINGS = zoneId('outside', 'Openings');
const Openings = ({ id }: ModuleProps<ZoneId>) => createElement('section', { id }, 'луна');
const WHOLE: Modules = {
  ...MODULES,
  [OPENINGS]: is({ default: Openings }),
  'shop/Breads': async () => ({ ...(await MODULES['shop/Breads']()), ...section('services') }),
  'news/Latest': async () => ({ ...(await MODULES['news/Latest']()), ...section('news') }),
  'forms/ApplicationForm': is(form(FORM_IDS.application)),
  'forms/ContactForm': is(form(FORM_IDS.contact)),
};

const releaseSet = (...names: readonly string[]) =>
  releaseSetOf(...names.map((name) => [name, sampleRemoteRelease(name)] as const));
const WITH_ZONE: ReleaseSet = {
  ...releaseSet(...REMOTE_NAMES, 'outside'),
  zones: [{ id: OPENINGS, page: 'shop', after: 'window' }],
};

/** Tests a worker with these modules; the others are valid. */
function tryWorker(changes: Modules, set = WITH_ZONE) {
  const { loader } = fakeLoader({ ...WHOLE, ...changes });
  const render = createPageRenderer({ loader, zones: set.zones, dataDeadline: 100 });
  const apis = { full: goldenApi, empty: emptyGoldenApi };
  const worker = {
    render: jest.fn<RenderWorker['render']>(({ golden = 'full', ...request }) =>
      render(request, apis[golden]),
    ),
    ended: new Promise<Error>(() => undefined),
    stop: jest.fn(() => Promise.resolve()),
  };
  return { worker, tried: startTested(set, () => Promise.resolve(worker)) };
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});

const failed = () => Promise.reject(new Error('404'));

test.each<readonly [string, Modules, ReleaseSet]>([
  ['all golden pages, with a zone,', {}, WITH_ZONE],
  [
    'all parts of present teams',
    { 'news/Latest': failed, 'news/Story': failed },
    releaseSet('shop', 'orders'),
  ],
])('a worker that renders %s is kept', async (_, changes, set) => {
  const { worker, tried } = tryWorker(changes, set);
  expect(await tried).toBe(worker);
  expect(worker.stop).not.toHaveBeenCalled();
});

const EMPTY_ELEMENT = { default: () => createElement('section', { id: 'window' }) };

test.each<readonly [string, Modules, string, typeof WITH_ZONE?]>([
  ['cannot be loaded', { 'shop/Window': failed }, '/: shop/Window cannot be loaded: 404'],
  ['crashes', { 'shop/Window': is({ default: Crash }) }, '/: shop/Window could not be rendered: render'],
  [
    'crashes with empty lists',
    {
      'news/Latest': is({
        default: ({ data }) => (data?.[0] ? section('news').default() : Crash()),
        load: (_, { api }) => api.posts(),
      }),
    },
    '/ without services and posts: news/Latest could not be rendered: render',
  ],
  [
    'crashes without posts',
    {
      'news/List': async () => ({
        ...(await MODULES['news/List']()),
        default: ({ data }) => (data?.pages ? 'луна' : Crash()),
      }),
    },
    '/news without posts: news/List could not be rendered: render',
  ],
  [
    'cannot load its data',
    { 'news/Story': is(section('post')) },
    '/news/golden: news/Story cannot load data',
  ],
  ['renders nothing', { 'shop/Window': is({ default: () => null }) }, '/: shop/Window renders nothing'],
  ['renders an empty element', { 'shop/Window': is(EMPTY_ELEMENT) }, '/: shop/Window renders nothing'],
  ['of a zone is absent', { [OPENINGS]: is(section('own')) }, '/: outside/zone/Openings renders nothing'],
  [
    'loses typed values of one form',
    { 'forms/ApplicationForm': is(section(FORM_IDS.application)) },
    '/ after the application form was rejected: forms/ApplicationForm loses what was typed: name, email, phone, city',
  ],
  [
    'loses typed values of the other form',
    { 'forms/ContactForm': is(section(FORM_IDS.contact)) },
    '/ after the contact form was rejected: forms/ContactForm loses what was typed: name, email, phone, message',
  ],
])(
  'a worker whose island %s is stopped, so that the next worker loads it again',
  async (_, changes, complaint) => {
    const { worker, tried } = tryWorker(changes);
    await expect(tried).rejects.toThrow(complaint);
    expect(worker.stop).toHaveBeenCalledTimes(1);
  },
);

test('a worker that cannot render a page is stopped', async () => {
  const { worker, tried } = tryWorker({});
  worker.render.mockRejectedValue(new Error('crash'));
  await expect(tried).rejects.toThrow('crash');
  expect(worker.stop).toHaveBeenCalledTimes(1);
});
