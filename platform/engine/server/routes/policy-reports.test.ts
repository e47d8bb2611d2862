import { expect, test } from '@jest/globals';
import { startBakery } from '../../testing/bakery/start';
import { SITE_URL } from '../../testing/team-origin';

test('violations of the security policy are logged by directive and owner of the file, without personal data', async () => {
  const site = await startBakery();
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/csp-report' };
    return (await site.ask('/-/csp', { method: 'POST', body, headers })).status;
  };
  const PERSONAL = `${SITE_URL}/?name=Olena&email=olena@example.com`;
  const FILE = `${SITE_URL}/remotes/news/aaaaaaaaaaaa/client/static/post.js`;
  const violation = (file?: string | null, directive = 'script-src-attr') => ({
    'csp-report': {
      ...{ 'document-uri': PERSONAL, 'blocked-uri': 'inline', 'script-sample': 'Olena' },
      ...{ 'effective-directive': directive, 'source-file': file },
    },
  });
  for (const body of [
    ...[violation(FILE), violation(`${SITE_URL}/assets/static/shell.js`), violation('', 'style-src-elem')],
    ...[violation('chrome-extension://abc/x.js', 'img-src'), violation(), violation(FILE, 'Olena"}'), {}, ''],
  ])
    expect(await post(JSON.stringify(body))).toBe(204);
  expect(await post('x'.repeat(33_000))).toBe(413);
  expect(await post('{')).toBe(400);
  const logged = ['script-src-attr of news', 'script-src-attr of the shell', 'style-src-elem of another'];
  logged.push('img-src of another', 'script-src-attr of another');
  const lines = logged.map((what) => `A browser stopped ${what} by the security policy`);
  expect(site.warn.mock.calls.flat()).toEqual(lines);
});
