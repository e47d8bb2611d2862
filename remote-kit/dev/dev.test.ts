import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { remoteNamed } from '../environment/topology';
import { freePort } from '../process/free-port';
import { blogState, startSiteDouble } from '../release/testing/site-double';
import { temporaryFolder } from '../release/testing/temporary-folder';
import { devBeside } from './dev';

/** Stands for the shell: writes its process and the origin's port down, and stays. */
const SHELL = `
  const { MFE_OUTSIDE_PORT, STARTED } = process.env;
  require('node:fs').writeFileSync(STARTED, JSON.stringify([process.pid, MFE_OUTSIDE_PORT]));
  setInterval(() => undefined, 1_000);
`;

test('where a part cannot start, the others end: no process and no port is left', async () => {
  const folder = temporaryFolder();
  const started = path.join(folder, 'started');
  const program = path.join(folder, 'shell.cjs');
  writeFileSync(program, SHELL);
  // Its configuration stops the start once the shell runs.
  writeFileSync(
    path.join(folder, 'webpack.config.ts'),
    `const { existsSync } = require('node:fs');
     for (const end = Date.now() + 60_000; !existsSync(${JSON.stringify(started)}) && Date.now() < end;);
     throw new Error('It cannot be configured');`,
  );
  const port = await freePort();
  const working = devBeside(
    {
      remote: { ...remoteNamed('outside'), directory: folder },
      environment: { DATA_DIR: folder, KEYS_DIR: folder, STARTED: started },
      site: await startSiteDouble(blogState('a'.repeat(12))),
      say: () => undefined,
    },
    { port, program, signal: new AbortController().signal },
  );
  await expect(working).rejects.toThrow('It cannot be configured');
  const [process_, originPort] = JSON.parse(readFileSync(started, 'utf8')) as [number, string];
  expect(() => process.kill(process_, 0)).toThrow('ESRCH');
  for (const each of [port, originPort])
    await expect(fetch(`http://127.0.0.1:${String(each)}`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
});
