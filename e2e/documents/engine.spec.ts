import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@vidlunnia/settings/machine';
import { commandsOf, expect, test } from '../support/command';

const DOCUMENT = 'platform/engine/README.md';

// It installs, and builds three packages three times.
test.describe.configure({ timeout: 900_000 });

test(`the commands of ${DOCUMENT} build, release and roll back another site`, async ({ clone, run }) => {
  const [port, menu, story, api] = await Promise.all([1, 2, 3, 4].map(async () => String(await freePort())));
  // Servers started with `&` answer a moment later.
  const whenUp = 'until curl -s -o /dev/null http://localhost:3000/; do sleep 0.2; done\n';
  const script = ["set -e -o pipefail; trap 'kill $(jobs -p)' EXIT", ...commandsOf(DOCUMENT)]
    .join('\n')
    .replace('npm run release', `${whenUp}npm run release`)
    .replaceAll('localhost:3000', `localhost:${String(port)}`);
  // Outside of the clone, because npm and Node look into the folders above.
  const folder = path.dirname(clone);
  const { code, text: said } = await run(
    ['bash', '-c', script],
    {
      NODE_ENV: undefined,
      REPOSITORY: clone,
      KEYS_DIR: path.join(folder, 'keys'),
      PORT: port,
      MFE_MENU_PORT: menu,
      MFE_STORY_PORT: story,
      API_PORT: api,
    },
    folder,
  ).finish();
  expect(code, said).toBe('0');
  const menuNow = await readFile(path.join(folder, 'cafe/mfe-menu/src/menu/menu.tsx'), 'utf8');
  expect(menuNow, 'the change, whose release is taken back').toContain('today is pie');
});
