import { expect, test } from '../../support/command';
import { readReleaseSet } from '../../support/releases';
import { storedRows } from '../../support/stored-rows';

/** Milliseconds for any start, because a new database takes long on a busy machine. */
const IN_THE_END = 120_000;
const READY = /^Ready: /;

/** What a server sends at once: ten packets (docs/decisions/0017). */
const FIRST_PACKETS = 14_600;

test.describe.configure({ timeout: 300_000 });

test('npm start reports Ready once, when the site is ready; the posts fit into the first packets; Ctrl-C ends everything; the next start keeps the submission, survives the loss of a remote, and ends by SIGTERM to npm', async ({
  place,
  run,
}, testInfo) => {
  const url = `http://localhost:${place['PORT'] ?? ''}`;
  const email = `${testInfo.testId}@example.com`;

  const first = run(['npm', 'start'], place);
  expect(await first.line(READY, IN_THE_END)).toBe(`Ready: ${url}`);
  expect((await fetch(url)).status).toBe(200);
  expect(Object.keys((await readReleaseSet(url)).remotes).sort()).toEqual(['blog', 'forms', 'home']);
  // Only this test has the owner's posts.
  for (const path of await postsOf(url))
    expect.soft(await sentBytes(url + path), path).toBeLessThanOrEqual(FIRST_PACKETS);
  // Skip npm's own lines.
  const ofNpm = (line: string) => line.startsWith('npm ');
  const atStart = first.lines.filter((line) => !ofNpm(line));
  const sent = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Луна', email, phone: '1', message: 'Чи збережеться?' }),
  });
  expect(sent.status).toBe(201);
  // No process warns, not even the shell about an API that does not respond yet.
  expect(atStart.join('\n')).not.toMatch(/error|warn/i);
  expect(atStart.filter((line) => /^(?:\{|\[|\d)/.test(line))).toEqual([]);
  first.interrupt();
  await first.ended;
  await first.expectNothingLeft();
  expect(first.lines.filter((line) => line.startsWith('Ready: '))).toHaveLength(1);
  const said = first.lines.filter((line) => !ofNpm(line));
  // The shell may warn of an origin or a worker that Ctrl-C ended first.
  expect(said.join('\n')).not.toMatch(/error|\bat .*:\d+:\d+/i);
  // Progress lines are only for terminals.
  expect(said.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);

  const second = run(['npm', 'start'], place);
  await second.line(READY, IN_THE_END);
  expect(await storedRows(email, 'messages', place['DATA_DIR'] ?? '')).toHaveLength(1);
  process.kill(second.find('origin.js'), 'SIGKILL');
  await second.line(/^mfe-\w+ has ended \(signal SIGKILL\); the site continues without it/, IN_THE_END);
  expect((await fetch(url)).status).toBe(200);
  process.kill(second.find(' dist/main.js'), 'SIGKILL');
  await second.line(/^api has ended \(signal SIGKILL\)/, IN_THE_END);
  const services = async () => (await fetch(`${url}/api/services`)).status;
  await expect.poll(services, { timeout: IN_THE_END }).toBe(200);
  await second.line(/^\d\d:\d\d:\d\d \[shell\] warn: \w+ pointer is /, IN_THE_END);
  second.kill('SIGTERM');
  await second.ended;
  await second.expectNothingLeft();
});

async function postsOf(url: string): Promise<readonly string[]> {
  const posts = (await (await fetch(`${url}/api/blog`)).json()) as readonly { readonly id: string }[];
  expect(posts.length).toBeGreaterThan(3);
  return posts.map(({ id }) => `/blog/${id}`);
}

/** Bytes of a response with its head. */
async function sentBytes(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const lines = ['HTTP/1.1 200 OK', ...[...headers].map(([name, value]) => `${name}: ${value}`), ''];
  return `${lines.join('\r\n')}\r\n`.length + Number(headers.get('content-length') ?? Infinity);
}
