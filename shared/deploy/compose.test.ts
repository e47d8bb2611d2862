import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';
import { api, remoteList, shell } from '../environment/topology';
import { production, productionNames, productionService, read, shared } from './compose-files';

const parts = [shell, api, ...remoteList];
const upstreams = [api, ...remoteList];
const secretsOf = (name: string) =>
  (productionService(name).secrets ?? []).map((secret) =>
    typeof secret === 'string' ? secret : secret.target,
  );

describe('the parts of the topology', () => {
  test.each(parts.map(({ folder }) => folder))('%s is a service, shared and in production', (folder) => {
    expect(shared.services).toHaveProperty([folder]);
    expect(production.services).toHaveProperty([folder, 'build']);
  });

  test('are found by the shell at their names and ports', () => {
    const { environment = {} } = productionService(shell.folder);
    const origins = Object.fromEntries(
      upstreams.map(({ folder, port, originVariable }) => [
        originVariable,
        `http://${folder}:${String(port)}`,
      ]),
    );
    expect(environment).toMatchObject({ ...origins, [shell.portVariable]: String(shell.port) });
    expect(productionService(api.folder).environment).toHaveProperty(api.portVariable, String(api.port));
  });

  test.each([
    [shell, 'shared/deploy/shell.Dockerfile'],
    [api, 'shared/deploy/api.Dockerfile'],
  ])('$folder listens where its image says', ({ folder, port }, file) => {
    expect(productionService(folder).build?.dockerfile).toBe(file);
    expect(read(file)).toMatch(new RegExp(`^EXPOSE ${String(port)}$`, 'm'));
  });

  test('reach visitors through the gateway, which asks the shell at its port', () => {
    const asked = read('shared/deploy/gateway.nginx.conf').match(/proxy_pass \S+;/g);
    expect(new Set(asked)).toEqual(new Set(['proxy_pass http://$shell;']));
    const surroundings = read('shared/deploy/gateway.surroundings.conf');
    expect(surroundings).toContain(`default ${shell.folder}:${String(shell.port)};`);
    expect(productionNames.filter((name) => productionService(name).ports)).toEqual(['gateway']);
  });
});

test('the gateway limits what one visitor asks, by address or IPv6 prefix', () => {
  const gateway = read('shared/deploy/gateway.nginx.conf');
  expect(gateway).toMatch(/limit_req_zone \$visitor zone=(\w+):[^]*limit_req zone=\1 /);
  expect(gateway).toContain('limit_req_status 429;');
  const prefix = new RegExp(/"~(\^.*)" \$prefix;/.exec(gateway)?.[1] ?? 'none');
  expect(prefix.exec('2001:db8:0:1:ffff::2')?.groups).toEqual({ prefix: '2001:db8:0:1:' });
  expect(prefix.exec('192.0.2.1')).toBeNull();
});

describe.each(remoteList)('the team of $folder', ({ folder, port, publicKeyVariable }) => {
  const release = productionService(`${folder}-release`);
  const origin = productionService(folder);

  test('has its own origin at its own port', () => {
    expect(origin.build?.args).toEqual({ PORT: String(port) });
    expect(JSON.stringify(origin['healthcheck'])).toContain(`http://127.0.0.1:${String(port)}/healthz`);
  });

  test('releases its own build with its own key into what its origin serves, and nothing else may write there', () => {
    expect(release.build?.args).toEqual({ TEAM: folder });
    expect(secretsOf(`${folder}-release`)).toEqual([`${folder}.key`]);
    expect(release.volumes).toEqual([`${folder}-releases:/data/origins/${folder}`]);
    expect(origin.volumes).toEqual([`${folder}-releases:/releases:ro`]);
    const readers = productionNames.filter((name) =>
      (productionService(name).volumes ?? []).some((volume) => volume.startsWith(`${folder}-releases:`)),
    );
    expect(readers.sort()).toEqual([folder, `${folder}-release`]);
  });

  test('is known to the shell by its public key alone', () => {
    const file = `/run/secrets/${folder}.pub`;
    expect(productionService(shell.folder).environment).toHaveProperty(`${publicKeyVariable}_FILE`, file);
    expect(secretsOf(shell.folder)).toContain(`${folder}.pub`);
    expect(secretsOf(shell.folder).filter((name) => name.endsWith('.key'))).toEqual([]);
  });

  test('gets its keys made', () => {
    expect(production.services['make-secrets']?.['command']).toContain(folder);
  });
});

describe('the list of remotes', () => {
  const { environment, volumes } = productionService(shell.folder);

  test('is off until the operator names it', () => {
    expect(environment).toMatchObject({
      REMOTES_FILE: '${REMOTES_FILE:-}',
      REMOTES_PUBLIC_KEY: '${REMOTES_PUBLIC_KEY:-}',
    });
    expect(shared.volumes).toHaveProperty('remotes');
  });

  // A file that is mounted by itself would stay the one that it was.
  test('stands in a folder that the shell may read alone', () => {
    expect(volumes).toContain('${REMOTES_DIR:-remotes}:/remotes:ro');
    expect(volumes?.filter((volume) => volume.includes('remotes.json'))).toEqual([]);
  });

  test('names origins outside, which the shell reaches by a network that is not internal', () => {
    const { networks = {} } = production;
    const outward = (productionService(shell.folder)['networks'] as readonly string[]).filter(
      (name) => !networks[name]?.internal,
    );
    expect(outward).toEqual(['front']);
  });
});

describe.each(productionNames)('%s in production', (name) => {
  const service = productionService(name);

  test('may do little, and use little', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { 'max-size': expect.any(String) } },
    });
  });

  test('runs until it is stopped, watched, or once', () => {
    if (service['restart'] === 'no') return;
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      healthcheck: { test: expect.arrayContaining(['CMD']) },
      stop_grace_period: expect.any(String),
    });
  });

  test('has no secret in its environment', () => {
    const values = Object.entries(service.environment ?? {});
    const secret = values.filter(
      ([variable]) => /PASSWORD|SECRET|(?<!PUBLIC_)KEY/.test(variable) && !variable.endsWith('_FILE'),
    );
    expect(secret).toEqual([]);
    expect(JSON.stringify(values)).not.toMatch(/:\/\/[^/@"]*:[^/@"]*@/);
  });

  test('uses secrets that are declared', () => {
    const declared = Object.keys(production.secrets ?? {});
    const used = (service.secrets ?? []).map((secret) =>
      typeof secret === 'string' ? secret : secret.source,
    );
    expect(declared).toEqual(expect.arrayContaining(used));
  });
});

describe('every file that is named', () => {
  const builds = productionNames.flatMap((name) => productionService(name).build ?? []);
  const dockerfiles = [...new Set(builds.map(({ dockerfile }) => dockerfile))];

  test.each(dockerfiles)('%s is there', (file) => {
    expect(existsSync(path.join(repositoryRoot, file))).toBe(true);
  });

  test.each(dockerfiles)('%s builds on the agreed images and ends without root', (file) => {
    const lines = read(file).split('\n');
    const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
    const outside = bases.filter((base) => !lines.some((line) => line.endsWith(` AS ${base}`)));
    expect(['node:24-bookworm-slim', 'nginx:1.29-bookworm']).toEqual(
      expect.arrayContaining([...new Set(outside)]),
    );
    expect(lines.findLast((line) => line.startsWith('USER '))).toMatch(/^USER (node|nginx)$/);
    expect(lines.findLastIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('RUN ')),
    );
  });

  test('the images that build share their first layers, with every workspace’s manifest', () => {
    const beginnings = dockerfiles
      .map(read)
      .filter((text) => text.includes('npm ci'))
      .map((text) => text.slice(0, text.indexOf('COPY shared shared')));
    expect(beginnings.length).toBeGreaterThan(1);
    expect(new Set(beginnings).size).toBe(1);
    const { workspaces } = JSON.parse(read('package.json')) as { readonly workspaces: readonly string[] };
    for (const folder of workspaces)
      expect(beginnings[0]).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  });
});

test('every variable of the compose files is told in the documentation', () => {
  const text = read('docker-compose.yml') + read('docker-compose.prod.yml');
  const variables = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  const told = read('docs/deployment.md');
  expect([...variables].filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
});
