/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { HOME_HEAD } from '../../src/pages/page-heads';
import type { Submission } from '../../src/pages/page-request';
import type { PageStart } from '../../src/starter/page-start';
import { releaseSetOf, sampleReleaseSet } from '../../testing/release-set';
import { fakeRenderer, sampleRenderedPage, type FakeRenderer } from '../../testing/renderer';
import type { Live } from '../releases/live-site';
import { SaturatedError } from '../render/supervised-worker';
import { PageCache } from './page-cache';
import { createPageResponder, type PageResponderOptions, type PageResponse } from './page-responder';
import { pageStyle } from './page-styles';

const BUILD = {
  ...{ version: 'v', starter: '', js: [], css: [], app: [], remotes: [], http: [] },
  ...{ shared: {}, declarations: {} },
};
const SENT: Submission = { form: 'contact', accepted: true, values: {} };
const REJECTED: Submission = { form: 'contact', accepted: false, values: { name: 'Ігор' } };

const styleOf = (hrefs: readonly string[], html: string) => `/* ${hrefs.join()} for ${html} */`;
const log = { warn: jest.fn() };
const onRendered = jest.fn();
let renderer: FakeRenderer;
let live: Live;
let options: PageResponderOptions;

const liveOf = (fake: FakeRenderer): Live => ({
  ...{ releaseSet: fake.releaseSet, renderer: fake, releases: {}, previous: {} },
  since: new Date(),
});
beforeEach(() => {
  log.warn.mockReset();
  onRendered.mockReset();
  renderer = fakeRenderer(sampleReleaseSet());
  live = liveOf(renderer);
  options = {
    cache: new PageCache(5_000),
    developmentScripts: [],
    build: BUILD,
    starter: { text: '', source: '' },
    siteUrl: 'https://vidlunnia.example',
    live: () => live,
    pageStyles: (hrefs, html) => Promise.resolve(pageStyle(styleOf(hrefs, html))),
    log,
    onRendered,
  };
  const respond = createPageResponder(options);
  ask = (pathname, submission = null) => respond({ pathname, submission });
});

let ask: (pathname: string, submission?: Submission | null) => Promise<PageResponse>;
const htmlOf = ({ page }: PageResponse) => page.bodies.identity.toString();
const startOf = (given: PageResponse) =>
  JSON.parse(/id="page-start">(.*?)<\/script>/.exec(htmlOf(given))?.[1] ?? 'null') as PageStart | null;
const made = () => renderer.render.mock.calls.map(([{ pathname }]) => pathname);
const outcomes = () => onRendered.mock.calls.map(([outcome]) => outcome);

test('in development every page is rendered again, is cached by nobody, and has its script', async () => {
  const respond = createPageResponder({ ...options, developmentScripts: ['/-/development.js'] });
  const ofHome = () => respond({ pathname: '/', submission: null });
  const given = [await ofHome(), await ofHome()];
  expect(made()).toEqual(['/', '/']);
  expect(given.map(({ shared }) => shared)).toEqual([false, false]);
  expect(given.map(htmlOf).join()).toContain('<script src="/-/development.js" defer');
});

describe('a page', () => {
  test('is the document around what was rendered, with its state', async () => {
    const given = await ask('/');
    expect(given).toMatchObject({ page: { status: 200 }, releaseSet: live.releaseSet.id, shared: true });
    expect(htmlOf(given)).toContain('<div id="root"><main id="main">/</main></div>');
    expect(startOf(given)).toMatchObject({ islands: {}, submission: null });
    expect(htmlOf(given)).toContain(`<title>${HOME_HEAD.title}</title>`);
  });

  test('carries what it uses of its islands’ styles, and names it for the security policy', async () => {
    const given = await ask('/blog/1');
    const href = '/remotes/blog/aaaaaaaaaaaa/client/static/blog.css';
    const style = styleOf([href], '<main id="main">/blog/1</main>');
    expect(htmlOf(given)).toContain(`<style>${style}</style>`);
    expect(given.page.styleSources).toEqual([pageStyle(style).source]);
  });

  test('is rendered once for all, and each post for itself', async () => {
    const [first, second] = [await ask('/'), await ask('/')];
    expect(second.page).toBe(first.page);
    for (const id of ['1', '2', '1']) await ask(`/blog/${id}`);
    expect(made()).toEqual(['/', '/blog/1', '/blog/2']);
  });

  test('at an unknown address is one for all', async () => {
    const [first, second] = [await ask('/nothing'), await ask('/else')];
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    expect(second.page).toBe(first.page);
    expect(made()).toEqual(['/nothing']);
  });

  test('is another one for another release set', async () => {
    await ask('/');
    const next = fakeRenderer({ ...releaseSetOf(), id: 'other' });
    live = liveOf(next);
    const after = await ask('/');
    expect(after.releaseSet).toBe('other');
    expect(next.render).toHaveBeenCalledTimes(1);
    expect(htmlOf(after)).toContain('<meta name="release-set" content="other">');
  });
});

describe('a page that lacks something', () => {
  const lacking = { failures: [{ id: 'home/Team', stage: 'load', reason: '404' }] } as const;

  test('is for this visitor alone, and the log says what', async () => {
    renderer.render.mockResolvedValueOnce(sampleRenderedPage('/', lacking));
    expect(await ask('/')).toMatchObject({ page: { status: 200 }, shared: false });
    expect(log.warn.mock.calls).toEqual([['home/Team cannot be loaded: 404']]);
    expect(await ask('/')).toMatchObject({ shared: true });
  });

  test('because its post does not exist is one page for all such addresses, kept once', async () => {
    renderer.render.mockResolvedValue(sampleRenderedPage('/blog/x', { ...lacking, status: 404 }));
    const first = await ask('/blog/x');
    expect(first).toMatchObject({ page: { status: 404 }, shared: true });
    for (const id of ['x', 'y', 'z']) expect((await ask(`/blog/${id}`)).page).toBe(first.page);
    expect(options.cache.figures().pages).toBe(1);
  });

  test('because the API gave something that cannot be shown is whole, and the log says so', async () => {
    const notices = ['The API’s services, no. 2, is left out: its title is no text'];
    renderer.render.mockResolvedValue(sampleRenderedPage('/', { notices }));
    expect(await ask('/')).toMatchObject({ shared: true });
    expect(log.warn.mock.calls).toEqual([notices]);
  });
});

describe('a form that was sent without a script', () => {
  test('and accepted has a page of its own, which may be shared: nothing of the visitor is on it', async () => {
    const given = await ask('/', SENT);
    expect([given.shared, startOf(given)?.submission]).toEqual([true, SENT]);
    expect(startOf(await ask('/'))?.submission).toBeNull();
    await ask('/', SENT);
    expect(made()).toEqual(['/', '/']);
  });

  test('and rejected is rendered for its visitor alone, every time, and not compressed', async () => {
    const given = await ask('/', REJECTED);
    expect([given.shared, startOf(given)?.submission]).toEqual([false, REJECTED]);
    expect(Object.keys(given.page.bodies)).toEqual(['identity']);
    await ask('/', REJECTED);
    expect(made()).toEqual(['/', '/']);
    expect(htmlOf(await ask('/'))).not.toContain('Ігор');
  });
});

describe('a page that cannot be rendered', () => {
  const later = { statusCode: 503, retryAfter: 5 };

  test('and is not cached is unavailable for a moment, which is logged', async () => {
    renderer.render.mockRejectedValueOnce(new Error('There is no render worker at the moment'));
    await expect(ask('/blog/1')).rejects.toMatchObject(later);
    expect(log.warn.mock.calls).toEqual([
      ['/blog/1 could not be rendered: There is no render worker at the moment'],
    ]);
    expect((await ask('/blog/1')).page.status).toBe(200);
    expect(outcomes()).toEqual(['failed', 'rendered']);
  });

  test('because the worker has too much to do is shed, logged by nobody', async () => {
    renderer.render.mockRejectedValueOnce(new SaturatedError());
    await expect(ask('/blog/1')).rejects.toMatchObject(later);
    expect([outcomes(), log.warn.mock.calls]).toEqual([['shed'], []]);
  });
});
