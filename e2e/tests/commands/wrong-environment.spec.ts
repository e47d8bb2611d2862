import { createServer } from 'node:net';
import { expect, test } from '../../support/command';

// Every other problem: scripts/check-environment.test.ts.
test('npm start where nothing is right: a line for each problem in one message, and nothing is started', async ({
  place,
  run,
}) => {
  const taken = createServer().listen(Number(place['MFE_HOME_PORT']), '127.0.0.1');
  const wrong = { PORT: 'abc', MFE_FORMS_PUBLIC_KEY: 'short', RELEASE_POLL_MS: '1' };
  // Without npm, which prints lines of its own.
  const start = run([process.execPath, '--import', 'tsx', 'scripts/cli.ts', 'start'], { ...place, ...wrong });
  expect(await start.ended).toBe('1');
  await start.expectNothingLeft();
  taken.close();
  expect(start.lines).toEqual([
    expect.stringMatching(/^PORT is “abc”/),
    `Port ${place['MFE_HOME_PORT'] ?? ''} for mfe-home is in use; choose another with MFE_HOME_PORT`,
    expect.stringMatching(/^MFE_FORMS_PUBLIC_KEY is “short”; it has to be one or more Ed25519 public keys/),
    expect.stringMatching(/^RELEASE_POLL_MS is “1”/),
  ]);
});
