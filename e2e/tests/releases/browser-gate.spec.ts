import { access } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { compare, lookAround, type Sight } from '@vidlunnia/remote-kit/gate/look-around';
import { testAsPage } from '@vidlunnia/remote-kit/gate/open-gate';
import { readBuiltRelease } from '@vidlunnia/remote-kit/release/publish';
import { renameRelease } from '@vidlunnia/remote-kit/release/testing';
import { messageOf } from '@vidlunnia/settings/machine';
import { readRemote } from '@vidlunnia/settings/topology';
import { startLocalServer } from '../../support/local-server';
import { repository } from '../../support/site';
import { startTeamOrigins, variablesOf } from '../../support/team-origin';

// The gate's own deadlines report more.
test.describe.configure({ timeout: 600_000 });

test('the gate rejects a release whose effect throws, and names the line of its source', async () => {
  const remote = readRemote(path.join(repository, 'mfe-forms'));
  const release = await renameRelease(await readBuiltRelease(remote), '1'.repeat(12), (file, text) =>
    file.startsWith('client/static/forms.')
      ? text.replace(/useEffect\)\(\(\)=>\{/, '$&throw Error("A fault of an effect");')
      : text,
  );
  const teams = await startTeamOrigins();
  const { origin: url, read } = teams.forms;
  const tested = testAsPage(
    {
      ...{ remote, target: { read }, say: () => undefined },
      environment: { ...process.env, ...variablesOf(teams) },
      site: { url, ask: () => Promise.resolve('not asked') },
    },
    Promise.resolve(release),
    { inBrowser: true, signal: new AbortController().signal },
  );
  const message = await tested.then(() => 'passed', messageOf);
  await Promise.all(Object.values(teams).map((team) => team.stop()));
  expect(message).toMatch(
    /^(forms\/\w+|the page) on \/ at .*: .*A fault of an effect.* at .*mfe-forms\/src\/[\w/-]+\.tsx?:\d+/m,
  );
  expect(message.split('\n').length).toBeLessThanOrEqual(15);
  await access(/^Report.*: (.*)$/m.exec(message)?.[1] ?? 'no report');
});

const START = { complete: true, islands: { 'forms/A': {}, 'forms/B': {} } };

/** A page like the shell's, with one island of another team and two of this team. */
const pageWith = (first: string, second: string) => `<!doctype html>
  <html lang="uk" data-follows-links><title>Відлуння</title>
  <style>body { margin: 0 } [data-island] { display: contents } section { height: 9rem }</style>
  <header><a href="/">Головна</a> <a href="#services">Послуги</a> <a href="/#contact">Контакти</a></header>
  <main><h1>Відлуння</h1>
    <div data-island="home/Services"><section id="services"><h2>Послуги</h2>
      <a href="/blog">Блог</a> <a href="/blog/1">Допис</a></section></div>
    <div data-island="forms/A" data-live="true">${first}</div>
    <div data-island="forms/B" data-live="true">${second}</div></main>
  <script id="page-start" type="application/json">${JSON.stringify(START)}</script>`;

/** The faults on pages with this HTML that `live` pages lack. */
async function lookAt(
  html: string,
  { deadlineMs = 60_000, live }: { readonly deadlineMs?: number; readonly live?: readonly Sight[] } = {},
): Promise<readonly Sight[]> {
  // The gate looks longest at pages with the team's islands; one such page is enough.
  const others = html.replaceAll('forms/', 'blog/');
  const server = await startLocalServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(url === '/' ? html : others);
  });
  const executablePath = process.env['CHROMIUM_PATH'] ?? '';
  const { signal } = new AbortController();
  const sights = await lookAround(server.origin, 'forms', { executablePath, signal, deadlineMs, live });
  await server.stop();
  return sights;
}

test('every visible fault is reported with island, page and widths', async () => {
  const harmless = pageWith('<section id="contact"><h2>Напишіть нам</h2></section>', '<section></section>');
  const harmful = pageWith(
    `<section id="services" style="width: 2000px; margin-top: -3rem">
      <h4>Напишіть нам</h4><b style="opacity: 0">Ціна послуги: undefined ₴</b><p style="color: #eee">Тут</p><i style="position: fixed; inset: 0; opacity: 0"></i></section>`,
    `<div style="display: none">Тут</div>
    <script>
      localStorage.clear();
      document.cookie = 'tracker=1';
      // Work, not time: on a busy machine, a script gets little of the processor. One page with it is enough.
      for (let left = location.pathname === '/' ? 2e8 : 0; left > 0; left -= 1) Math.random();
      const island = document.currentScript.parentElement;
      island.dataset.live = 'false';
      island.before('Реклама');
      if (!opener) open('/other');
      addEventListener('keydown', () => (location = 'https://evil.example/'));
      throw Error('A fault of a script');
    </script>`,
  );
  const live = await lookAt(harmless, { live: [] });
  const fresh = await lookAt(harmful, { live });
  expect(compare(fresh, fresh).findings, 'faults that the live page has too').toEqual([]);
  const { findings } = compare(live, fresh);
  for (const finding of [
    'the page on /blog/golden and on by links at 1440 px: does not show at the link / what the server renders',
    'the page on / at 1440 and 360 px: leaves for https://evil.example/',
    /^the page on \/ at 1440 and 360 px: opens a window: /,
    /^the page on \/ at 1440 and 360 px: says in the console: Error: A fault of a script /,
    'forms/B on / at 1440 and 360 px: crashed, or did not become live',
    'forms/B on / at 1440 and 360 px: has no height',
    'forms/A on / at 1440 and 360 px: says “undefined” in b',
    'forms/A on / at 1440 and 360 px: hides most of its text',
    'the page on / at 1440 and 360 px: removes what others keep in localStorage',
    'the page on / at 1440 and 360 px: sets the cookie “tracker”',
    'the page on / at 1440 and 360 px: its scripts take far more processor time than on the live page',
    'forms/A on / at 1440 and 360 px: overlaps home/Services',
    'forms/A on / at 1440 px: makes the page scroll sideways by 560 px',
    'forms/A on / at 360 px: makes the page scroll sideways by 1640 px',
    'forms/A on / at 1440 and 360 px: covers “Головна” in the page',
    'forms/A on / at 1440 and 360 px: repeats the id “services” of home/Services',
    /^forms\/A on \/ at 360 px: axe: Heading levels .* \(heading-order\) at h4, light$/,
    /^forms\/A on \/ at 360 px: axe: .* \(color-contrast\) at p, dark$/,
    'the page on / at 1440 and 360 px: changes outside of the team’s islands, light',
    'the page on / at 1440 and 360 px: changes outside of the team’s islands, dark',
  ])
    expect
      .soft(findings)
      .toContainEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding));
  // On another page, `/#contact` leads away.
  expect(findings.filter((finding) => finding.includes('menu’s link'))).toEqual([
    'the page on / at 1440 and 360 px: has nothing at the menu’s link #contact',
  ]);
});

test('an endless script is reported with its location', async () => {
  const html = pageWith('<section></section>', '<script>for (;;);</script>');
  const { findings } = compare([], await lookAt(html, { deadlineMs: 8_000, live: [] }));
  expect(findings).toContainEqual(
    expect.stringMatching(/^the page on \/ at 1440 px: hangs: a script does not end, at .*:\d+:\d+$/),
  );
});
