import { jest } from '@jest/globals';
import type { Renderer } from '../server/render/supervised-worker';
import type { RenderedPage } from '../src/rendering/page-renderer';
import { HEADS } from '../src/pages/page-heads';
import { deferred } from './islands';
import { pageAt } from '../src/pages/pages';
import type { ReleaseSet } from '../src/remotes/release-set';

/** A complete page of a worker; its text is the address. */
export function sampleRenderedPage(pathname: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  const { kind } = pageAt(pathname);
  return {
    status: kind === 'unknown' ? 404 : 200,
    html: `<main id="main">${pathname}</main>`,
    head: HEADS[kind],
    state: { islands: {}, submission: null, retentionMonths: 12, complete: true },
    failures: [],
    ...changes,
  };
}

type Render = Renderer['render'];

/** A renderer without a worker: returns sample pages until the test mocks it. */
export function fakeRenderer(releaseSet: ReleaseSet) {
  const { promise: unsteady, resolve: keepEnding } = deferred<Error>();
  return {
    releaseSet,
    unsteady,
    /** Makes it report that its workers keep ending. */
    keepEnding,
    render: jest.fn<Render>(({ pathname, submission }) =>
      Promise.resolve(
        sampleRenderedPage(pathname, {
          state: { islands: {}, submission, retentionMonths: 12, complete: true },
        }),
      ),
    ),
    status: () => ({ state: 'ready', restarts: 0, rendering: 0 }) as const,
    stop: jest.fn<Renderer['stop']>(() => Promise.resolve()),
  };
}

export type FakeRenderer = ReturnType<typeof fakeRenderer>;
