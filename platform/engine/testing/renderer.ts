import { jest } from '@jest/globals';
import type { Renderer } from '../server/render/supervised-worker';
import { islandsIn, type IslandStates, type RenderedPage } from '../page/rendered-page';
import type { SitePages } from '../site';
import { bakeryPages } from './bakery/pages';
import { deferred } from './islands';
import type { ReleaseSet } from '../page/remotes/release-set';

/** A complete page of a worker; its text is the address. */
export const sampleRenderedPage = (address: string, changes: Partial<RenderedPage> = {}): RenderedPage => ({
  kind: 'page',
  html: [`<main id="main">${address}</main>`],
  head: { title: `Page ${address}` },
  failures: [],
  ...changes,
});

/** The states of a rendered page's islands. */
export const statesOf = ({ html }: RenderedPage): IslandStates =>
  Object.fromEntries(islandsIn(html).flatMap(({ id, state }) => (state ? [[id, state]] : [])));

type Render = Renderer['render'];

/** A renderer without a worker: returns sample pages until the test mocks it. */
export function fakeRenderer(
  releaseSet: ReleaseSet,
  { addressOf }: Pick<SitePages, 'addressOf'> = bakeryPages,
) {
  const { promise: crashLoop, resolve: keepEnding } = deferred<Error>();
  return {
    releaseSet,
    crashLoop,
    /** Makes the renderer report that its workers keep ending. */
    keepEnding,
    render: jest.fn<Render>(({ page }) => {
      const kind = page.kind === 'unknown' ? 'missing' : 'page';
      return Promise.resolve(sampleRenderedPage(addressOf(page), { kind }));
    }),
    status: () => ({ state: 'ready', restarts: 0, rendering: 0 }) as const,
    stop: jest.fn<Renderer['stop']>(() => Promise.resolve()),
  };
}

export type FakeRenderer = ReturnType<typeof fakeRenderer>;
