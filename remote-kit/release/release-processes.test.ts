import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { originFolder } from '../environment/places';
import { remotes } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { readPointer } from './history';
import { ensureKey } from './keys';
import { startRelease } from './testing/release-process';
import { SECOND } from './testing/sample-release';
import { startPromotingSite } from './testing/site-double';
import { temporaryFolder } from './testing/temporary-folder';

test('Ctrl-C ends a release with what it had started', async () => {
  const folder = temporaryFolder();
  const environment = { DATA_DIR: folder, KEYS_DIR: `${folder}/keys` };
  await ensureKey(remotes.blog, environment);
  const target = directoryTarget(originFolder(remotes.blog, environment));
  const { url } = await startPromotingSite(target);
  const gone: Promise<unknown>[] = [];
  const { origin } = await startLocalServer((_, response) => {
    // A question that is never answered ends with the program that asked it.
    gone.push(new Promise((resolve) => response.once('close', resolve)));
    if (gone.length === 2) release.process.kill('SIGINT');
  });
  const scripts = { Types: `fetch('${origin}')`, Build: `fetch('${origin}')` };
  const release = startRelease(folder, { version: SECOND, scripts }, { ...environment, SITE_URL: url });
  expect(await release.ended).toBe('code 1');
  expect(release.lines.at(-1)).toBe('Interrupted by SIGINT');
  await Promise.all(gone);
  expect(await readPointer(target)).toBeNull();
});
