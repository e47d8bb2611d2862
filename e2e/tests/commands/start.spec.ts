import { expect, NPM_START, START_TASK, test } from '../../support/commands';
import { readReleaseSet } from '../../support/releases';
import { rowsWith } from '../../support/stored-rows';

/** Milliseconds for a second start with nothing changed, as the issue wants it («ready in seconds»). */
const QUICKLY = 20_000;
/** Milliseconds for any start: a new database on a busy machine takes its time. */
const IN_THE_END = 90_000;
const READY = /^Ready: /;

test.describe.configure({ timeout: 150_000 });

test('npm start is ready once, quickly and truly; Ctrl-C ends everything; what was sent is there the next time', async ({
  place,
  run,
}, testInfo) => {
  const url = `http://localhost:${place['PORT'] ?? ''}`;
  const mark = testInfo.testId;

  const first = run(NPM_START, place);
  expect(await first.line(READY, IN_THE_END)).toBe(`Ready: ${url}`);
  expect((await fetch(url)).status).toBe(200);
  expect(Object.keys((await readReleaseSet(url)).remotes).sort()).toEqual(['blog', 'forms', 'home']);
  const sent = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: mark, email: 'a@example.com', phone: '1', message: 'Чи збережеться?' }),
  });
  expect(sent.status).toBe(201);
  first.interrupt();
  await first.ended;
  await first.expectNothingLeft();
  expect(first.lines.filter((line) => line.startsWith('Ready: '))).toHaveLength(1);
  // npm says of its own what it likes.
  const said = first.lines.filter((line) => !line.startsWith('npm '));
  expect(said.join('\n')).not.toMatch(/error|warn|\bat .*:\d+:\d+/i);

  const second = run(NPM_START, place);
  const started = Date.now();
  await second.line(READY, QUICKLY);
  testInfo.annotations.push({ type: 'ready after, ms', description: String(Date.now() - started) });
  expect(await rowsWith(mark, 'messages', place['DATA_DIR'] ?? '')).toHaveLength(1);
  second.interrupt();
  await second.ended;
  await second.expectNothingLeft();
});

for (const [who, command, signal] of [
  ['npm alone', NPM_START, 'SIGTERM'],
  ['the task alone', START_TASK, 'SIGINT'],
  ['the task alone', START_TASK, 'SIGTERM'],
] as const) {
  test(`${signal} to ${who} leaves nothing running`, async ({ place, run }) => {
    const start = run(command, place);
    await start.line(READY, IN_THE_END);
    start.kill(signal);
    await start.ended;
    await start.expectNothingLeft();
  });
}

test.describe('interrupted while it starts', () => {
  test('by Ctrl-C, it leaves nothing running', async ({ place, run }) => {
    const start = run(NPM_START, place);
    await start.line(/^Starting/, IN_THE_END);
    start.interrupt();
    await start.ended;
    await start.expectNothingLeft();
    expect(start.lines.filter((line) => line.startsWith('Ready: '))).toEqual([]);
  });

  test('by SIGTERM to the task alone, it stops what it had started', async ({ place, run }) => {
    const start = run(START_TASK, place);
    await start.line(/^Starting/, IN_THE_END);
    start.kill('SIGTERM');
    expect(await start.ended).toBe('0');
    await start.expectNothingLeft();
    expect(start.lines.at(-1)).toMatch(/^Starting/);
  });
});

test('without the shell there is no site: when it ends, start stops the rest, says why and fails', async ({
  place,
  run,
}) => {
  const start = run(START_TASK, place);
  await start.line(READY, IN_THE_END);
  process.kill(start.find('dist/node/main.js'), 'SIGKILL');
  expect(await start.ended).toBe('1');
  await start.expectNothingLeft();
  expect(start.lines.at(-1)).toBe(
    'shell has ended (signal SIGKILL), and no page can be served without it; the rest is stopped',
  );
});

test('without a remote the site goes on, and start says so', async ({ place, run, page }) => {
  const start = run(START_TASK, place);
  await start.line(READY, IN_THE_END);
  process.kill(start.find('origin.ts'), 'SIGKILL');
  await start.line(/^mfe-\w+ has ended \(signal SIGKILL\); the site goes on as well as it can/, 5_000);
  const response = await page.goto(`http://localhost:${place['PORT'] ?? ''}`);
  expect(response?.status()).toBe(200);
});
