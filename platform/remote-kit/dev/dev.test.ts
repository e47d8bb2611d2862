import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { readRemote } from '@vidlunnia/settings/topology';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { blogState, liveReleases } from '../release/testing/sample-team';
import { dev } from './dev';

/** Replaces the shell: writes down its process id and the origin's port, and responds. */
const SHELL = `
  const { MFE_OUTSIDE_PORT, PORT, STARTED } = process.env;
  require('node:fs').writeFileSync(STARTED, JSON.stringify([process.pid, PORT, MFE_OUTSIDE_PORT]));
  require('node:http').createServer((_, response) => response.end()).listen(PORT, '127.0.0.1');
`;

test('if one part cannot start, the others end, and no process or port remains', async () => {
  const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const folder = temporaryFolder();
  const started = path.join(folder, 'started');
  const program = path.join(folder, 'shell.cjs');
  writeFileSync(program, SHELL);
  writeFileSync(path.join(folder, 'package.json'), '{"vidlunnia": {"remote": "outside"}}');
  // It builds no release; the failure is reported like any other problem.
  writeFileSync(
    path.join(folder, 'webpack.config.ts'),
    `export default () => [{ name: 'nothing', mode: 'none', entry: {} }];`,
  );
  const { origin: site } = await startLocalServer((_, response) =>
    response.end(JSON.stringify(liveReleases(blogState(null)))),
  );
  const environment = { DATA_DIR: folder, KEYS_DIR: folder, STARTED: started };
  const working = dev(
    { remote: readRemote(folder), environment },
    // That port is in use.
    { against: site, port: new URL(site).port },
    new AbortController().signal,
    program,
  );
  await expect(working).rejects.toThrow('EADDRINUSE');
  output.mockRestore();
  const [pid = 0, ...ports] = JSON.parse(readFileSync(started, 'utf8')) as number[];
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  for (const port of ports)
    await expect(fetch(`http://127.0.0.1:${String(port)}`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
});
