/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import type { RemoteModule } from '@vidlunnia/shared/contracts';
import { createPageRenderer } from '../../src/app/page-renderer';
import { modulesOf, pageAt } from '../../src/pages/pages';
import { fakeApi, fakeLoader, type Modules } from '../../testing/parts';
import { fakeRenderer, samplePage } from '../../testing/renderer';
import { sampleReleaseSet } from '../../testing/release-set';
import { renderGoldenPages } from './render-test';

test('the home page and a post are rendered', async () => {
  const renderer = fakeRenderer(sampleReleaseSet());
  await renderGoldenPages(renderer);
  expect(renderer.render.mock.calls).toEqual([
    [{ pathname: '/', submission: null }],
    [{ pathname: '/blog/-', submission: null }],
  ]);
});

test('a page that cannot be rendered fails it', async () => {
  const renderer = fakeRenderer(sampleReleaseSet());
  renderer.render.mockRejectedValueOnce(new Error('crash'));
  await expect(renderGoldenPages(renderer)).rejects.toThrow('crash');
});

test('an empty page fails it', async () => {
  const renderer = fakeRenderer(sampleReleaseSet());
  renderer.render.mockImplementation(({ pathname }) =>
    Promise.resolve(samplePage(pathname, { html: pathname === '/' ? 'луна' : '' })),
  );
  await expect(renderGoldenPages(renderer)).rejects.toThrow('/blog/- was rendered empty');
});

test('an API that is down fails nothing', async () => {
  const renderer = fakeRenderer(sampleReleaseSet());
  renderer.render.mockImplementation(({ pathname }) =>
    Promise.resolve(
      samplePage(pathname, { status: 503, problems: ['blog/Post could not be loaded: offline'] }),
    ),
  );
  await expect(renderGoldenPages(renderer)).resolves.toBeUndefined();
});

/** What the architecture asks of this step, and it does not find yet: such a page is only noted as having problems. */
describe('a release of which a part', () => {
  const Crash = (): never => {
    throw new Error('render');
  };

  const WHOLE: Modules = Object.fromEntries(
    ['/', '/blog/-']
      .flatMap((pathname) => modulesOf(pageAt(pathname)))
      .map((id) => [id, () => Promise.resolve({ default: () => null })]),
  );
  const testOf = (changes: Modules) => {
    const { loader } = fakeLoader({ ...WHOLE, ...changes });
    const render = createPageRenderer({ loader, api: fakeApi(), dataDeadline: 100 });
    const renderer = fakeRenderer(sampleReleaseSet());
    renderer.render.mockImplementation(({ pathname, submission }) => render(pathname, submission));
    return renderGoldenPages(renderer);
  };

  test('is in order passes it', async () => {
    await expect(testOf({})).resolves.toBeUndefined();
  });

  test.failing.each<readonly [string, () => Promise<RemoteModule<'home/Team'>>]>([
    ['cannot be loaded', () => Promise.reject(new Error('broken'))],
    ['crashes when it is rendered', () => Promise.resolve({ default: Crash })],
  ])('%s fails it', async (_, load) => {
    await expect(testOf({ 'home/Team': load })).rejects.toThrow();
  });
});
