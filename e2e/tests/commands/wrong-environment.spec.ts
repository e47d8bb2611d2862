import { createServer } from 'node:net';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, START_TASK, test } from '../../support/commands';

test('taken ports: a line for each that names port and variable, nothing is started', async ({
  place,
  run,
}) => {
  const servers = [place['PORT'], place['API_PORT']].map((port) =>
    createServer().listen(Number(port), '127.0.0.1'),
  );
  const start = run(START_TASK, place);
  expect(await start.ended).toBe('1');
  await start.expectNothingLeft();
  expect(start.lines).toEqual([
    `Port ${place['PORT'] ?? ''} for shell is taken; choose another with PORT`,
    `Port ${place['API_PORT'] ?? ''} for api is taken; choose another with API_PORT`,
  ]);
  for (const server of servers) server.close();
});

test('npm start with wrong values: every one is named in one message', async ({ place, run }) => {
  const start = run(START_TASK, {
    ...place,
    PORT: 'abc',
    API_PORT: '70000',
    API_ORIGIN: 'nonsense',
    MFE_BLOG_ORIGIN: 'ftp://blog.example',
    MFE_FORMS_PUBLIC_KEY: 'short',
  });
  expect(await start.ended).toBe('1');
  await start.expectNothingLeft();
  expect(start.lines).toEqual([
    expect.stringMatching(/^PORT is “abc”/),
    expect.stringMatching(/^API_PORT is “70000”/),
    expect.stringMatching(/^API_ORIGIN is “nonsense”/),
    expect.stringMatching(/^MFE_BLOG_ORIGIN is “ftp:\/\/blog\.example”/),
    expect.stringMatching(/^MFE_FORMS_PUBLIC_KEY: “short” is no Ed25519 public key/),
  ]);
});

for (const { part, program, wrong } of [
  {
    part: 'shell',
    program: 'dist/node/main.js',
    wrong: {
      PORT: 'abc',
      API_ORIGIN: 'nonsense',
      MFE_HOME_ORIGIN: 'home',
      LOG_LEVEL: 'loud',
      RELEASE_POLL_MS: '1',
    },
  },
  {
    part: 'api',
    program: 'dist/main.js',
    wrong: { API_PORT: 'abc', DATABASE_URL: 'mysql://db', LOG_LEVEL: 'loud', SUBMISSIONS_PER_MINUTE: 'many' },
  },
]) {
  test(`the ${part} with wrong values: it names every one and ends`, async ({ place, run }) => {
    const child = run([process.execPath, program], { ...place, ...wrong }, path.join(repository, part));
    expect(await child.ended).toBe('1');
    for (const variable of Object.keys(wrong)) {
      expect(
        child.lines.filter((line) => line.includes(variable)),
        variable,
      ).toHaveLength(1);
    }
    expect(child.lines.join('\n')).not.toMatch(/\bat .*:\d+:\d+/);
  });
}
