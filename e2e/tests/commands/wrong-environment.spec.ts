import { createServer } from 'node:net';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, START_TASK, test } from '../../support/commands';

test('npm start where nothing is right: a line for each problem in one message, and nothing is started', async ({
  place,
  run,
}) => {
  const taken = createServer().listen(Number(place['MFE_HOME_PORT']), '127.0.0.1');
  const start = run(START_TASK, {
    ...place,
    PORT: 'abc',
    API_ORIGIN: 'nonsense',
    MFE_FORMS_PUBLIC_KEY: 'short',
    RELEASE_POLL_MS: '1',
    SUBMISSIONS_PER_MINUTE: 'many',
    DATA_DIR: path.join(repository, 'package.json'),
    KEYS_DIR: '/proc/none',
  });
  expect(await start.ended).toBe('1');
  await start.expectNothingLeft();
  taken.close();
  expect(start.lines).toEqual([
    expect.stringMatching(/^PORT is “abc”/),
    `Port ${place['MFE_HOME_PORT'] ?? ''} for mfe-home is in use; choose another with MFE_HOME_PORT`,
    expect.stringMatching(/^API_ORIGIN is “nonsense”/),
    expect.stringMatching(/^MFE_FORMS_PUBLIC_KEY is “short”; it has to be one or more Ed25519 public keys/),
    expect.stringMatching(/^RELEASE_POLL_MS is “1”/),
    expect.stringMatching(/^SUBMISSIONS_PER_MINUTE is “many”; it has to be a whole number/),
    expect.stringMatching(/^DATA_DIR: nothing can be written to .*; choose another folder with DATA_DIR$/),
    expect.stringMatching(/^KEYS_DIR: nothing can be written to .*; choose another folder with KEYS_DIR$/),
  ]);
});
