import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { freePort } from '@vidlunnia/settings/machine';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { startSite } from '../testing/site';
import { VERSIONS } from '@vidlunnia/engine/testing/team-origin';

const GATEWAY = readFileSync(path.join(__dirname, '../../deploy/gateway.nginx.conf'), 'utf8');

test('the gateway neither stores nor serves previews and rollouts from its cache', () => {
  expect(GATEWAY).toMatch(/^ {2}proxy_cache_bypass \$cookie_preview \$cookie_group;$/m);
  expect(GATEWAY).toMatch(/^ {2}proxy_no_cache \$cookie_preview \$cookie_group;$/m);
});

/** Starts a caching gateway in front of a shell, and waits until it responds. Needs a real nginx. */
async function startGateway(nginx: string, shell: string) {
  const folder = temporaryFolder();
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const cache = `
    map $uri $shell { default ${new URL(shell).host}; }
    proxy_cache_path ${folder}/cache keys_zone=pages:1m;
    proxy_cache pages;
    add_header X-Cache $upstream_cache_status always;`;
  const http = GATEWAY.slice(GATEWAY.indexOf('http {'))
    .replaceAll(/(_temp_path) \/tmp/g, `$1 ${folder}`)
    .replace('include /etc/nginx/surroundings.conf;', cache)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('access_log /dev/stdout plain;', 'access_log off;');
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}`;
  writeFileSync(path.join(folder, 'nginx.conf'), `${main}\n${http}`);
  const child = spawn(nginx, ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    // nginx reads `NGINX` as a list of sockets.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const closed = once(child, 'close');
  const health = `${origin}/gateway-health`;
  while (!(await fetch(health).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${String(child.exitCode)}`);
    await pause(50);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { origin, stop };
}

// `npm run outside -w tools/scripts` names one.
const nginx = process.env['NGINX'];
if (nginx !== undefined)
  test('a gateway’s cache keeps a preview apart from the live page of the same address', async () => {
    const site = await startSite(undefined, { pollInterval: 20 });
    const gateway = await startGateway(nginx, site.origin);
    try {
      const read = async (cookie = '') => {
        const response = await fetch(gateway.origin, { headers: { cookie } });
        const text = await response.text();
        return { cache: response.headers.get('x-cache'), isPreview: text.includes('id="preview"'), text };
      };
      const token = site.teams.blog.publishCandidate(VERSIONS[1]);
      const opened = await fetch(`${gateway.origin}/-/preview?token=${token}`, { redirect: 'manual' });
      const [cookie = ''] = opened.headers.getSetCookie().map((each) => each.split(';', 1).join(''));
      // The preview first: nothing is cached yet.
      expect(await read(cookie)).toMatchObject({ cache: 'BYPASS', isPreview: true });
      const live = await read();
      expect(live).toMatchObject({ cache: 'MISS', isPreview: false });
      expect(await read(cookie)).toMatchObject({ cache: 'BYPASS', isPreview: true });
      expect(await read()).toEqual({ ...live, cache: 'HIT' });
      // A rollout, also for bucket 0: nginx takes a cookie of `0` as missing.
      site.teams.blog.publish(VERSIONS[2], {
        ...{ percent: 1, seconds: 3_600, visitors: 1 },
      });
      const group = () => read('group=00');
      while ((await group()).text === live.text) await pause(10);
      expect(await group()).toMatchObject({ cache: 'BYPASS' });
      expect(await read()).toEqual({ ...live, cache: 'HIT' });
      // The redirect sets a cookie, so it must not be cached.
      const again = await fetch(`${gateway.origin}/-/preview?token=forged`, { redirect: 'manual' });
      expect([again.status, again.headers.get('x-cache')]).toEqual([403, 'MISS']);
    } finally {
      await gateway.stop();
    }
  });
