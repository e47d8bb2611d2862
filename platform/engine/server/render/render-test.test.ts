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
  'home/Services': async () => ({ ...(await MODULES['home/Services']()), ...section('services') }),
  'blog/Teaser': async () => ({ ...(await MODULES['blog/Teaser']()), ...section('blog') }),
  'forms/ApplicationForm': is(form(FORM_IDS.application)),
  'forms/ContactForm': is(form(FORM_IDS.contact)),
};

const releaseSet = (...names: readonly string[]) =>
  releaseSetOf(...names.map((name) => [name, sampleRemoteRelease(name)] as const));
const WITH_ZONE: ReleaseSet = {
  ...releaseSet(...REMOTE_NAMES, 'outside'),
  zones: [{ id: OPENINGS, page: 'home', after: 'team' }],
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
  ['all parts of present teams', { 'blog/Teaser': failed, 'blog/Post': failed }, releaseSet('home', 'forms')],
])('a worker that renders %s is kept', async (_, changes, set) => {
  const { worker, tried } = tryWorker(changes, set);
  expect(await tried).toBe(worker);
  expect(worker.stop).not.toHaveBeenCalled();
});

const EMPTY_ELEMENT = { default: () => createElement('section', { id: 'team' }) };

test.each<readonly [string, Modules, string, typeof WITH_ZONE?]>([
  ['cannot be loaded', { 'home/Team': failed }, '/: home/Team cannot be loaded: 404'],
  ['crashes', { 'home/Team': is({ default: Crash }) }, '/: home/Team could not be rendered: render'],
  [
    'crashes with empty lists',
    {
      'blog/Teaser': is({
        default: ({ data }) => (data?.[0] ? section('blog').default() : Crash()),
        load: (_, { api }) => api.posts(),
      }),
    },
    '/ without services and posts: blog/Teaser could not be rendered: render',
  ],
  [
    'crashes without posts',
    {
      'blog/Archive': async () => ({
        ...(await MODULES['blog/Archive']()),
        default: ({ data }) => (data?.pages ? 'луна' : Crash()),
      }),
    },
    '/blog without posts: blog/Archive could not be rendered: render',
  ],
  ['cannot load its data', { 'blog/Post': is(section('post')) }, '/blog/golden: blog/Post cannot load data'],
  ['renders nothing', { 'home/Team': is({ default: () => null }) }, '/: home/Team renders nothing'],
  ['renders an empty element', { 'home/Team': is(EMPTY_ELEMENT) }, '/: home/Team renders nothing'],
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
