import { jest } from '@jest/globals';
import type { Renderer } from '../server/render/supervised-worker';
import type { RenderedPage } from '../src/rendering/page-renderer';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../src/pages/page-heads';
import { deferred } from './islands';
import { pageAt } from '../src/pages/pages';
import type { ReleaseSet } from '../src/remotes/release-set';

const HEADS = { home: HOME_HEAD, post: POST_HEAD, unknown: NOT_FOUND_HEAD };

/** A page as a worker renders it, whole: its text is the address. */
export function sampleRenderedPage(pathname: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  const { kind } = pageAt(pathname);
  return {
    status: kind === 'unknown' ? 404 : 200,
    html: `<main id="main">${pathname}</main>`,
    head: HEADS[kind],
    state: { islands: {}, submission: null, complete: true },
    problems: [],
    crashes: [],
    missing: [],
    withoutData: [],
    ...changes,
  };
}

type Render = Renderer['render'];

/** A renderer without a worker: it gives sample pages until the test has it do something else. */
export function fakeRenderer(releaseSet: ReleaseSet) {
  const { promise: unsteady, resolve: keepEnding } = deferred<Error>();
  return {
    unsteady,
    /** Has it say that its workers keep ending. */
    keepEnding,
    releaseSet,
    render: jest.fn<Render>(({ pathname, submission }) =>
      Promise.resolve(sampleRenderedPage(pathname, { state: { islands: {}, submission, complete: true } })),
    ),
    status: () => ({ state: 'ready', restarts: 0, rendering: 0 }) as const,
    stop: jest.fn<Renderer['stop']>(() => Promise.resolve()),
  };
}

export type FakeRenderer = ReturnType<typeof fakeRenderer>;
