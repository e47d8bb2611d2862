import { expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { remotesNamed } from '@vidlunnia/settings/topology';
import { REMOTES } from '../../testing/bakery/pages';
import { startBakery } from '../../testing/bakery/start';

test('/readyz is 503 while no page can be rendered; /healthz is ok', async () => {
  const teams = Object.fromEntries(
    remotesNamed(REMOTES).map(
      (remote) => [remote.name, { remote, origin: unreachableOrigin, publicKeys: [] }] as const,
    ),
  );
  const empty = await startBakery(undefined, { teams });
  const { status, headers } = await empty.ask('/readyz');
  expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  expect([(await empty.ask('/')).status, (await empty.ask('/healthz')).status]).toEqual([503, 200]);
});
