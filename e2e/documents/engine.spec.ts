import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@vidlunnia/settings/machine';
import { expect, test } from '../support/command';
import { repository } from '../support/site';

const DOCUMENT = 'platform/engine/README.md';

test(`the commands of ${DOCUMENT} build, release and roll back another site`, async ({}, info) => {
  const outputPath = (name = '') => info.outputPath(name);
  // It installs, and builds three packages three times.
  test.setTimeout(900_000);
  await mkdir(outputPath(), { recursive: true });
  const text = await readFile(path.join(repository, DOCUMENT), 'utf8');
  const [, ...blocks] = text.split('```sh\n').map((part) => part.split('\n```')[0] ?? '');
  const [port, menu, story, api] = await Promise.all([1, 2, 3, 4].map(async () => String(await freePort())));
  const script = [
    'set -e -o pipefail; trap "kill 0" EXIT',
    ...blocks,
    'grep -q "today is soup" mfe-menu/src/menu/menu.tsx || echo changed and taken back',
  ].join('\n');
  // Servers started with `&` answer a moment later.
  const whenUp = `until curl -s -o /dev/null http://localhost:${String(port)}/; do sleep 0.2; done\n`;
  const child = spawn(
    'bash',
    [
      '-c',
      script
        .replace('npm run release', `${whenUp}npm run release`)
        .replaceAll('localhost:3000', `localhost:${String(port)}`),
    ],
    {
      cwd: outputPath(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: undefined,
        REPOSITORY: repository,
        KEYS_DIR: outputPath('keys'),
        PORT: port,
        MFE_MENU_PORT: menu,
        MFE_STORY_PORT: story,
        API_PORT: api,
      },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
  await once(child, 'exit');
  expect(said, said).toContain('changed and taken back');
});
