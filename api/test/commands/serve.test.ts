import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { run, serve, type ApiProcess } from '../support/api-process';
import { post } from '../support/build';
import { application, message } from '../support/payloads';

// Real processes, each of which starts a database.
jest.setTimeout(60_000);

let dataDir = '';
const running: ApiProcess[] = [];

async function start(environment: Record<string, string> = {}) {
  const api = await serve({ DATA_DIR: dataDir, ...environment });
  running.push(api);
  return api;
}

async function command(...args: string[]): Promise<ApiProcess> {
  const ran = run(args, { DATA_DIR: dataDir });
  await ran.ended;
  return ran;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'api-data-'));
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

afterAll(() => rm(dataDir, { recursive: true }));

test('an acknowledged submission survives SIGKILL, and the folder can be opened at once', async () => {
  const api = await start();
  const name = '=Зла';
  expect((await fetch(`${api.origin}/api/contact`, post({ ...message, name }))).status).toBe(201);
  api.child.kill('SIGKILL');
  expect(await api.ended).toBe('SIGKILL');
  const listed = await command('submissions', '--csv', 'messages');
  expect(listed.output()).toContain(`,'${name},ihor@example.com,`);
});

test('while the API runs, a second process is refused the folder, and commands work through the API', async () => {
  const api = await start();
  await fetch(`${api.origin}/api/jobs/apply`, post(application));

  const second = await command('serve');
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `${dataDir} is used by another process; stop it, or choose another folder with DATA_DIR`,
  );

  const listed = await command('submissions');
  expect(listed.output()).toContain('applications (1)');
  expect(listed.output()).toContain('olena@example.com');
  expect(
    (await command('submissions', '--csv', 'applications', '--since', '2999-01-01')).output(),
  ).not.toContain('olena');
  expect((await command('import')).output()).toBe('Imported 6 services and 8 posts');

  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'api.sock'))).mode & 0o777).toBe(0o600);
});

test('SIGTERM lets a request finish, then ends with 0', async () => {
  const api = await start();
  const sent = request(`${api.origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  api.child.kill('SIGTERM');
  await api.line(/stopping/);
  sent.end(JSON.stringify({ ...message, name: 'Остання' }));
  const answered: unknown = await once(sent, 'response');
  expect(answered).toMatchObject([{ statusCode: 201 }]);
  expect(await api.ended).toBe(0);
  expect((await command('submissions')).output()).toContain('Остання');
});

test('the log tells route, status and time of a request, and nothing personal', async () => {
  const api = await start();
  await fetch(`${api.origin}/api/contact?from=secret`, post(message, { 'user-agent': 'agent-x' }));
  await fetch(`${api.origin}/api/contact`, post({ ...message, email: 'secret' }));
  expect(JSON.parse(await api.line(/"status":422/))).toMatchObject({ method: 'POST', route: '/api/contact' });
  const requests = api
    .output()
    .split('\n')
    .filter((line) => !line.includes('listening'))
    .join('\n');
  expect(requests).not.toMatch(/secret|ihor|Їжак|agent-x|127\.0\.0\.1/);
});

test('a taken port is one line that names the port and its variable', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const refused = run(['serve'], { DATA_DIR: dataDir, API_PORT: port });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(
    `Port ${port} is taken; stop what uses it, or choose another port with API_PORT`,
  );
  taken.close();
});

test('a wrong environment is one message', async () => {
  const refused = run(['serve'], { API_PORT: 'x', LOG_LEVEL: 'y' });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/^The environment is not right:\n- API_PORT [^\n]+\n- LOG_LEVEL [^\n]+$/);
});
