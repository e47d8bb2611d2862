import { expect, jest, test } from '@jest/globals';
import { DEADLINES, type RenderedIsland, type RenderedPage } from '../../page/rendered-page';
import { elementOf, modulesOf } from '../../page/modules';
import type { ReleaseSet } from '../../page/remotes/release-set';
import type { GoldenPage } from '../../site';
import { REMOTES } from '../../testing/bakery/pages';
import { bakeryServer } from '../../testing/bakery/server';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import { sampleRenderedPage } from '../../testing/renderer';
import { startTested } from './render-test';
import type { RenderWorker } from './supervised-worker';

const SITE = bakeryServer();
const OPENINGS = 'outside/zone/Openings';

const releaseSet = (...names: readonly string[]) =>
  releaseSetOf(...names.map((name) => [name, sampleRemoteRelease(name)] as const));
const WITH_ZONE: ReleaseSet = {
  ...releaseSet(...REMOTES, 'outside'),
  zones: [{ id: OPENINGS, page: 'shop', after: 'window' }],
};

/** What a worker's page has in place of a whole island, or fails with. */
type Changes = Readonly<Record<string, string | RenderedPage['failures'][number]>>;

/** A page as a worker renders it: each island has its element with all texts that it must keep. */
function pageOf({ page, keeps }: GoldenPage, { zones }: ReleaseSet, changes: Changes): RenderedPage {
  const html = modulesOf(SITE, page, zones).map((id): RenderedIsland => {
    const element = elementOf(SITE, id);
    const texts = keeps?.island === id ? Object.values(keeps.texts).join() : 'bread';
    const change = changes[id] ?? `<section id="${element}">${texts}</section>`;
    return { id, html: typeof change === 'string' ? [change] : [] };
  });
  const failures = html.flatMap(({ id }) => {
    const change = changes[id];
    return typeof change === 'object' ? [change] : [];
  });
  return sampleRenderedPage(SITE.addressOf(page), { html, failures });
}

interface Trial {
  readonly set?: ReleaseSet;
  /** The name of the golden page that has the changes; without it, all have them. */
  readonly only?: string | undefined;
}

/** Tests a worker whose pages have these changes. */
function tryWorker(changes: Changes, { set = WITH_ZONE, only }: Trial = {}) {
  const worker = {
    render: jest.fn<RenderWorker['render']>((request) => {
      const isChanged = only === undefined || SITE.goldenPages[only] === request;
      return Promise.resolve(pageOf(request, set, isChanged ? changes : {}));
    }),
    ended: new Promise<Error>(() => undefined),
    stop: jest.fn(() => Promise.resolve()),
  };
  return { worker, tried: startTested(SITE, set, () => Promise.resolve(worker)) };
}

const failing = (id: string, stage: 'load' | 'data' | 'render') => ({ [id]: { id, stage, reason: '404' } });

test.each<readonly [string, Changes, ReleaseSet]>([
  ['all golden pages, with a zone,', {}, WITH_ZONE],
  ['all islands of present teams', failing('news/Latest', 'load'), releaseSet('shop', 'orders')],
])('a worker that renders %s is kept', async (_, changes, set) => {
  const { worker, tried } = tryWorker(changes, { set });
  expect(await tried).toBe(worker);
  expect(worker.stop).not.toHaveBeenCalled();
  const golden = Object.values(SITE.goldenPages);
  expect(worker.render.mock.calls).toEqual(golden.map((request) => [request, DEADLINES.page]));
});

const EMPTY = '<section id="window"></section>';
test.each<readonly [string, Changes, string]>([
  ['cannot be loaded', failing('shop/Window', 'load'), '/: shop/Window cannot be loaded: 404'],
  ['crashes', failing('shop/Window', 'render'), '/: shop/Window could not be rendered: 404'],
  [
    'crashes with empty data',
    failing('news/Latest', 'render'),
    '/ without news: news/Latest could not be rendered',
  ],
  ['cannot load its data', failing('news/Story', 'data'), '/news/golden: news/Story cannot load data'],
  ['renders nothing', { 'shop/Window': '' }, '/: shop/Window renders nothing'],
  ['renders an empty element', { 'shop/Window': EMPTY }, '/: shop/Window renders nothing'],
  ['renders an empty page', { 'news/List': '<!-- --><h1></h1>' }, '/news: news/List renders nothing'],
  [
    'has only an empty place for another',
    { 'shop/Visit': '<div data-island="orders/OrderForm"></div>' },
    '/: shop/Visit renders nothing',
  ],
  [
    'of a zone is absent',
    { [OPENINGS]: '<section id="own">bread</section>' },
    `/: ${OPENINGS} renders nothing`,
  ],
  [
    'loses typed values',
    { 'orders/OrderForm': '<form id="order-form">Golden Crust</form>' },
    '/ after the order was rejected: orders/OrderForm loses what was typed: email',
  ],
])(
  'a worker whose island %s is stopped, so that the next worker loads it again',
  async (_, changes, complaint) => {
    const [only] = complaint.split(': ');
    const { worker, tried } = tryWorker(changes, { only });
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
