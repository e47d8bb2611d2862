import { beforeEach, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { startLocalServer } from '@vidlunnia/http/testing';
import { directoryTarget } from './directory-target';
import { readHistory } from './history';
import { ensureKey } from './keys';
import { originFolder } from '../environment/places';
import { publish } from './publish';
import type { ReleaseTarget } from './release-target';
import { startRelease } from './testing/release-process';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import type { SampleSources } from './testing/sample-sources';
import { startPromotingSite } from './testing/site-double';
import { temporaryFolder } from './testing/temporary-folder';

let folder = '';
let environment: Record<string, string> = {};
let target: ReleaseTarget;
/** The blog has released FIRST, which is live. */
beforeEach(async () => {
  folder = temporaryFolder();
  environment = { DATA_DIR: folder, KEYS_DIR: `${folder}/keys` };
  const { privateKey } = await ensureKey(remotes.blog, environment);
  target = directoryTarget(originFolder(remotes.blog, environment));
  await publish(target, sampleRelease(FIRST), privateKey);
  environment = { ...environment, SITE_URL: (await startPromotingSite(target)).url };
});
const start = (sources: SampleSources) => startRelease(folder, sources, environment);
const versions = async () => (await readHistory(target)).map(({ version }) => version);

test('Ctrl-C ends a release with what it had started', async () => {
  const gone: Promise<unknown>[] = [];
  let interrupt = (): void => undefined;
  const { origin } = await startLocalServer((_, response) => {
    // A question that is never answered ends with the program that asked it.
    gone.push(new Promise((resolve) => response.once('close', resolve)));
    if (gone.length === 2) interrupt();
  });
  const scripts = { Types: `fetch('${origin}')`, Build: `fetch('${origin}')` };
  const release = start({ version: SECOND, scripts });
  interrupt = () => {
    release.kill('SIGINT');
  };
  expect(await release.ended).toBe('1');
  expect(release.lines.at(-1)).toBe('Interrupted by SIGINT');
  await Promise.all(gone);
  expect(await versions()).toEqual([FIRST]);
});
