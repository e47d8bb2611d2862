import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Owner } from '@vidlunnia/content';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';
import { folderOf } from '@vidlunnia/settings/topology';
import { expectStored, from, startLoad, submission, underLoad } from './load';
import { lines, testOf, type Project } from './project';

const test = testOf('docker-compose.yml', 'docker-compose.prod.yml', 'deploy/trial/visitors.yml');
test.describe.configure({ mode: 'serial' });

/** Forms that one visitor may send to a replica in a minute, until the limits are lifted. */
const FEW = 3;
/** More than two replicas with this limit accept from one visitor. */
const ATTEMPTS = 2 * FEW + 1;
/** Requests at once. The gateway accepts 400, and 100 more each second. */
const FLOOD = 1000;
const TEAMS = REMOTE_NAMES.map(folderOf);
const SERVICES = ['postgres', 'api', ...TEAMS, 'shell', 'gateway'];
const ONCE = ['content', 'migrate', ...TEAMS.map((folder) => `${folder}-release`)];
/** Services whose containers may end at any time. Gateway and PostgreSQL have one container each. */
const REPLACEABLE = ['api', 'shell', ...TEAMS];
/** Requests that pass while a container is down. */
const WHILE_DOWN = 40;
const PACKAGES = ['typescript', 'webpack', 'esbuild', 'tsx', 'jest', 'typescript-7', 'npm'];
/** Caches, sources and keys; packages bring samples of the latter two. */
const OTHERS = ["-name '_cacache'", "\\( -name '*.tsx' -o -name '*.key' \\) -not -path '*/node_modules/*'"];

test('it builds and starts: services that run once have succeeded, and every replica is healthy', async ({
  project,
}) => {
  mkdirSync(path.join(project.folder, 'trusted.d'));
  project.set({ SUBMISSIONS_PER_MINUTE: String(FEW) });
  await project.compose('run', '--rm', 'make-secrets');
  await test.step('build', () => project.compose('build'));
  await project.compose('up', '--detach', '--no-build');
  const [gateway = ''] = await project.containers('gateway');
  await project.healthy(gateway);
  for (const service of ONCE) expect((await inspect(project, service))[0]?.State.ExitCode, service).toBe(0);
  for (const service of SERVICES) {
    const ids = await project.containers(service);
    expect(ids, service).toHaveLength(service === 'api' || service === 'shell' ? 2 : 1);
    for (const id of ids) await project.healthy(id);
  }
});

test('no process is root or can gain privileges, file systems are read-only, and memory is bounded', async ({
  project,
}) => {
  for (const service of SERVICES) {
    for (const { HostConfig: host } of await inspect(project, service)) {
      expect(host, service).toMatchObject({
        ReadonlyRootfs: true,
        CapDrop: expect.arrayContaining(['ALL']),
        SecurityOpt: expect.arrayContaining(['no-new-privileges:true']),
      });
      expect(host.Memory, service).toBeGreaterThan(0);
    }
    for (const id of await project.containers(service)) {
      const [, ...users] = lines(await project.docker('top', id, '-eo', 'pid,uid'));
      expect(
        users.filter((user) => user.trim().endsWith(' 0')),
        `${service} runs as root`,
      ).toEqual([]);
      // As root, so that the file system rejects it, not its permissions.
      const touch = ['exec', '--user', '0', id, 'touch', '/etc/written'];
      expect(await project.docker(...touch).catch(String), service).toContain('Read-only file system');
    }
  }
});

test('images have no build tools and no secrets', async ({ project }) => {
  const password = readFileSync(path.join(project.folder, 'secrets/database-password'), 'utf8');
  const look = [...PACKAGES.map((name) => `-path '*/node_modules/${name}'`), ...OTHERS].join(' -o ');
  const find = ['--user', '0', '--entrypoint', 'sh'];
  for (const service of [...SERVICES, 'mfe-blog-release'].filter((name) => name !== 'postgres')) {
    const [container] = await inspect(project, service);
    const image = container?.Image ?? '';
    const found = await project.docker('run', '--rm', ...find, image, '-c', `find / -xdev \\( ${look} \\)`);
    expect(lines(found), service).toEqual([]);
    const history = await project.docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image);
    const shown = (await project.docker('inspect', image)) + history + JSON.stringify(container);
    expect(shown.includes(password), `${service} shows the database's password`).toBe(false);
  }
});

async function inspect(project: Project, service: string) {
  const ids = await project.containers(service, true);
  return JSON.parse(await project.docker('inspect', ...ids)) as {
    readonly Image: string;
    readonly HostConfig: { readonly Memory: number };
    readonly State: { readonly ExitCode: number };
  }[];
}

test('only a visitor who sends too much is rejected, whatever address the visitor claims', async ({
  project,
}) => {
  const send = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${project.url}/api/contact`, submission(undefined, headers))).status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    statuses.push(await send({ 'x-forwarded-for': `203.0.113.${String(attempt)}` }));
  // It is chance which replica reaches its limit first.
  expect(statuses.slice(0, FEW)).toEqual(Array.from({ length: FEW }, () => 201));
  expect(statuses).toContain(429);
  // Now the gateway trusts the engine's networks to forward visitors' addresses, like a proxy in front of it. Until then,
  // all requests of this machine have one address.
  const ranges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
  const file = path.join(project.folder, 'trusted.d/trial.conf');
  writeFileSync(file, ranges.map((range) => `set_real_ip_from ${range};\n`).join(''));
  const [gateway = ''] = await project.containers('gateway');
  await project.docker('restart', gateway);
  await project.healthy(gateway);
  expect(await send(from(201))).toBe(201);
});

test('the gateway limits only the visitor who sends too much, whatever address the visitor claims', async ({
  project,
}) => {
  // Tests under load send as much as they can.
  project.set({ SUBMISSIONS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000' });
  await project.compose('up', '--detach', '--no-build', '--no-deps', 'api');
  for (const id of await project.containers('api')) await project.healthy(id);
  const { hostname, port } = new URL(project.url);
  const statuses: string[] = [];
  // Without their bodies, the gateway counts these requests but forwards none, so even a busy machine exceeds the limit.
  const sockets = Array.from({ length: FLOOD }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.on('data', (answer) => statuses.push(answer.toString().slice(9, 12)));
    // The proxy in front adds the visitor's address to what the visitor claims.
    const addresses = `203.0.113.${String(index % 250)}, ${from(200)['x-forwarded-for'] ?? ''}`;
    const headers = [`Host: ${hostname}`, `X-Forwarded-For: ${addresses}`, 'Content-Length: 1'];
    socket.write(`POST /healthz HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  try {
    await expect.poll(() => statuses).toContain('429');
    expect((await fetch(`${project.url}/healthz`, { headers: from(202) })).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('any one container is killed under load', ({ project }) =>
  troubleAll(project, async (id, pass) => {
    await project.docker('kill', id);
    await pass();
    await project.docker('start', id);
  }));

test('all services are restarted in turn under load', ({ project }) =>
  troubleAll(project, (id) => project.docker('restart', '--time', '15', id)));

const troubleAll = (project: Project, trouble: (id: string, pass: () => Promise<void>) => Promise<unknown>) =>
  underLoad(project, async ({ outcome, pass }) => {
    const passSome = () => pass(WHILE_DOWN);
    await passSome();
    for (const service of REPLACEABLE) {
      for (const id of await project.containers(service)) {
        await trouble(id, passSome);
        await project.healthy(id);
        await passSome();
        expect.soft(outcome.failures, service).toEqual([]);
      }
    }
  });

test('one team is rebuilt, released and rolled back alone under load', ({ project }) =>
  underLoad(project, async () => {
    /** When containers of all but the team were started. */
    const othersStarted = async () => {
      const others = SERVICES.filter((service) => service !== 'mfe-blog');
      const ids = (await Promise.all(others.map((service) => project.containers(service)))).flat();
      return project.docker('inspect', '--format', '{{.Name}} {{.State.StartedAt}}', ...ids);
    };
    const others = await othersStarted();
    const before = await liveVersion(project);
    const file = path.join(project.folder, 'mfe-blog/src/teaser/copy.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'Блог'", "'Нотатки'"));
    await project.compose('up', '--detach', '--build', 'mfe-blog');
    const isShown = async () => (await (await fetch(project.url)).text()).includes('Нотатки');
    await expect.poll(() => everyReplica(isShown), 'the new text').toBe(true);
    expect(await othersStarted()).toBe(others);
    await project.compose('run', '--rm', '--no-deps', 'mfe-blog-release', 'rollback');
    const isBack = async () => (await liveVersion(project)) === before;
    await expect.poll(() => everyReplica(isBack), `back to ${before}`).toBe(true);
  }));

test('content is published and rolled back without another container', ({ project }) =>
  underLoad(project, async () => {
    const file = path.join(project.folder, 'shared/content/owner.json');
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner;
    const changed = { ...owner, contact: { ...owner.contact, phone: '+380 1' } };
    writeFileSync(file, JSON.stringify(changed));
    const isShown = async () => (await (await fetch(project.url)).text()).includes('tel:+3801"');
    await project.compose('build', 'content');
    await project.compose('run', '--rm', 'content');
    await expect.poll(() => everyReplica(isShown), 'the new telephone').toBe(true);
    await project.compose('run', '--rm', 'content', '--back');
    await expect.poll(() => everyReplica(async () => !(await isShown())), 'the old one').toBe(true);
  }));

/** Whether a condition is true for eight responses in a row. Replicas take turns, so each gives some. */
async function everyReplica(holds: () => Promise<boolean>): Promise<boolean> {
  for (let times = 0; times < 8; times += 1) if (!(await holds())) return false;
  return true;
}

async function liveVersion(project: Project): Promise<string> {
  const { remotes } = (await (await fetch(project.url + RELEASE_REPORT_PATH)).json()) as ReleaseReport;
  return remotes['blog']?.live?.version ?? '';
}

test('PostgreSQL is killed while visitors send: every acknowledged submission is stored', async ({
  project,
}) => {
  const [id = ''] = await project.containers('postgres');
  const { outcome, pass, stop } = startLoad(project.url, ['/api/health']);
  try {
    await pass(60);
    await project.docker('kill', id);
    await project.docker('start', id);
    await project.healthy(id);
    const before = outcome.acknowledged.length;
    await pass(60);
    expect(outcome.acknowledged.length, 'stored after the restart').toBeGreaterThan(before);
  } finally {
    await stop();
  }
  // Requests may fail meanwhile.
  await expectStored(project, outcome.acknowledged);
});

test('a backup is restored as docs/deployment.md says, with all submissions', async ({ project }) => {
  const [id = ''] = await project.containers('postgres');
  const commands = [
    'pg_dump -U vidlunnia --format=custom vidlunnia > /tmp/backup',
    'createdb -U vidlunnia restored',
    'pg_restore -U vidlunnia --dbname=restored --exit-on-error /tmp/backup',
  ];
  await project.docker('exec', id, 'sh', '-c', commands.join(' && '));
  const counts = 'SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM applications)';
  const [before] = await project.query(counts);
  expect(before).toMatch(/^[1-9]\d*\|\d+$/);
  expect(await project.query(counts, 'restored')).toEqual([before]);
});
