import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { publishContent } from '@vidlunnia/content/versions';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { operateThrough } from '../../src/submissions/channel';
import { run, serve, tokenOf } from '../support/api-process';
import { post } from '../support/build';
import { copyOfContent, edit } from '../support/content-folder';
import { databasesForAll } from '../support/databases-for-all';
import { application, message } from '../support/payloads';
import { smtpReceiver } from '../support/smtp-receiver';
import { written } from '../support/written';

interface Version {
  readonly version: string | null;
}

let dataDir = '';

const smtp = smtpReceiver();
const mails = () => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'hello@vidlunnia.example',
  MAIL_TO: 'staff@vidlunnia.example',
});
const start = () => serve({ DATA_DIR: dataDir, SUBMISSIONS_PER_MINUTE: '1000', ...mails() });
const environment = () => readEnvironment({ DATA_DIR: dataDir });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'api-data-'));
  await cp(databasesForAll().pglite, join(dataDir, 'db'), { recursive: true });
});

afterAll(() => rm(dataDir, { recursive: true }));

// One after the other on one folder.
describe('a running API', () => {
  let api: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    api = await start();
  });

  afterAll(async () => {
    api.child.kill('SIGKILL');
    await api.ended;
  });

  test('logs what its database guarantees, and method, path, status and time of a request, without personal data', async () => {
    expect(JSON.parse(await api.line(/a power cut takes nothing/))).toMatchObject({ database: 'embedded' });
    await fetch(`${api.origin}/api/contact?from=secret`, post(message, { 'user-agent': 'agent-x' }));
    await fetch(
      `${api.origin}/api/contact`,
      post({ ...message, email: 'secret', budget: 'secret', '<secret>': '' }),
    );
    expect(JSON.parse(await api.line(/"status":422/))).toMatchObject({
      method: 'POST',
      path: '/api/contact',
      ms: expect.any(Number),
      reqId: expect.any(String),
    });
    const requests = api
      .output()
      .split('\n')
      .filter((line) => !line.includes('listening'))
      .join('\n');
    expect(await api.line(/unknown fields were dropped/)).toContain('"fields":["budget"]');
    expect(requests).not.toMatch(/secret|ihor|Їжак|agent-x|127\.0\.0\.1/);
  });

  test('is the only process in its folder: a second one is rejected', async () => {
    const second = run(['serve'], { DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `${dataDir} is used by another process; stop it, or choose another folder with DATA_DIR`,
    );
  });

  test('runs operations for commands that cannot open its database', async () => {
    await fetch(`${api.origin}/api/jobs/apply`, post({ ...application, ...(await tokenOf(api)) }));
    await fetch(`${api.origin}/api/jobs/apply`, post(application));
    const listed = await written(() => submissionsCommand(environment(), []));
    expect(listed).toContain('applications (1)');
    expect(listed).toMatch(/\n\d+ more are suspected spam: see submissions suspected\n$/);
    expect(listed).toContain('olena@example.com');
    const later = ['--csv', 'applications', '--since', '2999-01-01'];
    expect(await written(() => submissionsCommand(environment(), later))).not.toContain('olena');
    if (process.platform !== 'win32') {
      expect((await stat(join(dataDir, 'api.sock'))).mode & 0o777).toBe(0o600);
    }
  });

  test('mails submissions to the staff; commands show and retry the deliveries', async () => {
    const commands = async (...args: string[]) => written(() => submissionsCommand(environment(), args));
    smtp.behaviour = 'fail';
    await fetch(`${api.origin}/api/contact`, post({ ...message, ...(await tokenOf(api)), name: 'Пошта' }));
    await api.line(/a submission was not delivered/);
    expect(await commands()).toMatch(/Пошта.* staff pending/);
    expect(await commands('dead')).toMatch(/^created_at +kind +channel +attempts +last_error +id\n\n$/);
    await expect(commands('retry', 'x')).rejects.toThrow(/There are no dead letters of x/);
    expect(await commands('retry')).toBe('0 dead letters are pending again\n');
    expect(api.output()).not.toMatch(/Пошта|ihor|staff@/);
    smtp.behaviour = 'take';
    await fetch(`${api.origin}/api/contact`, post({ ...message, ...(await tokenOf(api)), name: 'Друга' }));
    const { rows } = await operateThrough(dataDir)('list', { kind: 'messages' });
    const id = rows.find((row) => row['name'] === 'Друга')?.['id'] ?? '';
    expect(await commands('answered', id)).toBe(`Submission ${id} is answered\n`);
    expect(await commands('list', '--unanswered')).not.toContain('Друга');
    expect(await commands('--csv', 'messages')).toMatch(
      /,answered_at,delivery\r\n[^]*Друга.*,20\d\d-[^,]*Z,/,
    );
    expect(await commands('answered', '--undo', id)).toBe(`Submission ${id} is not answered\n`);
    expect(await commands('list', '--unanswered')).toContain('Друга');
    await expect(commands('answered', 'x')).rejects.toThrow('There is no submission x; npm run submissions');
    await expect(commands('answered')).rejects.toThrow('ID is missing');
    await expect(commands('nope')).rejects.toThrow(
      'There is no command “nope”; there are list, answered, suspected, accept, dead, retry, export, erase, retention',
    );
  });

  test('lets a request and a mail finish on SIGTERM, then ends with 0; commands open the folder themselves', async () => {
    const token = await tokenOf(api);
    smtp.behaviour = 'hang';
    await fetch(`${api.origin}/api/contact`, post({ ...message, ...token, name: 'Передостання' }));
    await smtp.hung();
    const sent = request(`${api.origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    api.child.kill('SIGTERM');
    await api.line(/stopping/);
    smtp.release();
    sent.end(JSON.stringify({ ...message, ...token, name: '=Остання' }));
    const response: unknown = await once(sent, 'response');
    expect(response).toMatchObject([{ statusCode: 201 }]);
    expect(await api.ended).toBe(0);
    const listed = run(['submissions', '--csv', 'messages'], { DATA_DIR: dataDir });
    expect(await listed.ended).toBe(0);
    expect(listed.output()).toContain(`,'=Остання,ihor@example.com,`);
    // The hanging mail was delivered; the next start delivers the rest.
    expect(smtp.received.length).toBeGreaterThan(0);
    for (const { mail } of smtp.received) {
      const [, name] = /^Повідомлення: (.*)$/.exec(mail.subject ?? '') ?? [];
      if (name) expect(listed.output()).toMatch(new RegExp(`,'?${name},.*,staff delivered$`, 'm'));
    }
  });
});

describe('the content', () => {
  test('is served when it is published, without a restart', async () => {
    const [source, live] = [await copyOfContent(), join(dataDir, 'content')];
    const first = await publishContent(live, { '.': source });
    const api = await serve({ DATA_DIR: dataDir, CONTENT_DIR: live });
    const version = async () =>
      ((await (await fetch(`${api.origin}/api/content`)).json()) as Version).version;
    expect(await version()).toBe(first);
    await writeFile(join(source, 'owner.json'), JSON.stringify(OWNER));
    const second = await publishContent(live, { '.': source });
    await api.line(/new content is live/);
    expect(await version()).toBe(second);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
  });

  test('with a mistake prevents the start, before the database is opened', async () => {
    const folder = await copyOfContent();
    await edit(folder, 'posts/zvit.md', 'waves.svg', 'storm.svg');
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', CONTENT_DIR: folder };
    const rejected = run(['serve'], environment);
    expect(await rejected.ended).toBe(1);
    expect(rejected.output()).toMatch(
      /^У вмісті є помилки:\n {2}- api\/content\/posts\/zvit\.md, рядок 7: «Обкладинка» — [^\n]+; зараз «\/api\/covers\/storm\.svg»$/,
    );
  });
});

test('a database that cannot be closed cleanly does not delay the end: the folder is released, and the next start recovers the data', async () => {
  const api = await start();
  const late = post({ ...message, ...(await tokenOf(api)), name: '=Пізня' });
  expect((await fetch(`${api.origin}/api/contact`, late)).status).toBe(201);
  const [global, away] = [join(dataDir, 'db/global'), join(dataDir, 'db/global.away')];
  await rename(global, away);
  api.child.kill('SIGTERM');
  await api.line(/the database was not closed cleanly/);
  expect(await api.ended).toBe(1);
  await rename(away, global);
  const listed = run(['submissions', '--csv', 'messages'], { DATA_DIR: dataDir });
  expect(await listed.ended).toBe(0);
  expect(listed.output()).toContain(`'=Пізня`);
});

test('an embedded database that panics ends the process with one line; the next start has all acknowledged data', async () => {
  const faulty = { NODE_OPTIONS: `--require ${join(__dirname, '../support/disk.cjs')}` };
  const api = await serve({ DATA_DIR: dataDir, ...faulty });
  const send = async (name: string) =>
    fetch(`${api.origin}/api/contact`, post({ ...message, ...(await tokenOf(api)), name }));
  expect((await send('=До збою')).status).toBe(201);
  await writeFile(join(dataDir, 'disk-fails'), '');
  await expect(send('=Під час збою')).rejects.toThrow('fetch failed');
  expect(await api.ended).toBe(1);
  expect(await api.line(/has failed/)).toBe(
    `The embedded database in ${join(dataDir, 'db')} has failed: could not fsync file "000000010000000000000001": I/O error. This process ends; a start recovers what was stored`,
  );
  await rm(join(dataDir, 'disk-fails'));
  const listed = run(['submissions', '--csv', 'messages'], { DATA_DIR: dataDir });
  expect(await listed.ended).toBe(0);
  expect(listed.output()).toContain(`'=До збою`);
});

test('a port in use is reported in one line with the port and its variable', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const rejected = run(['serve'], { DATA_DIR: dataDir, API_PORT: port });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toBe(
    `Port ${port} is in use; stop the program that uses it, or choose another port with API_PORT`,
  );
  taken.close();
});
