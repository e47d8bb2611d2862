import { beforeEach, describe, expect, test } from '@jest/globals';
import { startSite, type ServedSite } from '../../testing/site';
import { VERSIONS } from '../../testing/team-origin';

const [version] = VERSIONS;
const SITE = 'https://vidlunnia.example';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite(undefined, { metricsPort: 0 });
});

const post = async (target: string, body: string, type: string) =>
  (await site.ask(target, { method: 'POST', body, headers: { 'content-type': type } })).status;
const counted = async () =>
  (await site.metrics()).split('\n').filter((line) => line.startsWith('shell_island_failures_total{'));

describe('of islands', () => {
  const send = (body: string, type = 'text/plain;charset=UTF-8') => post('/-/reports', body, type);
  const report = (changes: object = {}) =>
    JSON.stringify({ remote: 'blog', island: 'blog/Post', version, kind: 'crashed', ...changes });

  test('reports of browsers are counted by release and kind', async () => {
    for (const changes of [{}, { island: undefined, kind: 'threw' }, {}])
      expect(await send(report(changes))).toBe(204);
    const release = `shell_island_failures_total{remote="blog",version="${version}"`;
    expect(await counted()).toEqual([
      `${release},island="blog/Post",kind="crashed"} 2`,
      `${release},island="",kind="threw"} 1`,
    ]);
  });

  test.each([
    { version: '0'.repeat(12) },
    { island: 'blog/Other' },
    { island: 'blog/zone/Invented' },
    { island: 'home/Hero' },
    { remote: 'invented', island: undefined },
  ])('unknown values are silently ignored: %j', async (changes) => {
    expect(await send(report(changes))).toBe(204);
    expect(await counted()).toEqual([]);
  });

  test.each([
    ['no JSON', 400, '{'],
    ['an unknown kind', 400, report({ kind: 'slow' })],
    ['an invalid version', 400, report({ version: '../..' })],
    ['more than 1 KB', 413, report({ message: 'x'.repeat(1_024) })],
  ])('%s is rejected with %i', async (_, status, body) => {
    expect(await send(body)).toBe(status);
    expect(await counted()).toEqual([]);
  });

  test('more reports per minute than an address may send are rejected', async () => {
    const statuses = await Promise.all(Array.from({ length: 61 }, () => send(report())));
    expect(statuses).toContain(429);
    expect((await site.ask('/healthz')).status).toBe(200);
  });
});

describe('of the security policy', () => {
  const PERSONAL = `${SITE}/?name=Olena&email=olena@example.com`;
  const FILE = `${SITE}/remotes/blog/aaaaaaaaaaaa/client/static/post.js`;
  const violation = (sourceFile: string | undefined = FILE, effectiveDirective = 'script-src-attr') => ({
    type: 'csp-violation',
    url: PERSONAL,
    body: { documentURL: PERSONAL, blockedURL: 'inline', effectiveDirective, sourceFile, sample: 'Olena' },
  });
  const send = (body: unknown, type = 'application/reports+json') =>
    post('/-/csp', typeof body === 'string' ? body : JSON.stringify(body), type);
  const logged = () =>
    site.warn.mock.calls
      .map(String)
      .flatMap((line) => /stopped (.*) by the security policy/.exec(line)?.[1] ?? []);

  test('violations are logged by directive and owner of the file, without personal data', async () => {
    const own = violation(`${SITE}/assets/static/shell.js`);
    const extension = violation('chrome-extension://abc/x.js', 'img-src');
    const inline = { ...violation(), body: { effectiveDirective: 'script-src-attr' } };
    const invented = violation(FILE, 'Olena"}');
    expect(await send([violation(), own, extension, inline, invented])).toBe(204);
    expect(logged()).toEqual([
      'script-src-attr of blog',
      'script-src-attr of the shell',
      'img-src of another',
      'script-src-attr of another',
    ]);
  });

  test('reports in the older format are logged too', async () => {
    const report = { 'document-uri': PERSONAL, 'effective-directive': 'style-src-elem', 'source-file': '' };
    expect(await send({ 'csp-report': report }, 'application/csp-report')).toBe(204);
    expect(logged()).toEqual(['style-src-elem of another']);
  });

  test('other kinds of reports, and reports over the limit, are not logged', async () => {
    expect(await send([{ type: 'deprecation', body: {} }, violation()])).toBe(204);
    const bodies = ['{}', '"x"', '{', 'x'.repeat(33_000)];
    expect(await Promise.all(bodies.map((body) => send(body)))).toEqual([204, 204, 400, 413]);
    expect(logged()).toEqual(['script-src-attr of blog']);
  });
});
