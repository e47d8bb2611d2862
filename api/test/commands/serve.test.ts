import { once } from 'node:events';
import { cpSync, mkdtempSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { publishContent } from '@vidlunnia/content/versions';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { serve as serveHere } from '../../src/commands/serve';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { run, serve, tokenOf } from '../support/api-process';
import { post } from '../support/build';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { copyOfContent, edit, sampleFolder } from '../support/content-folder';
import { databasesForAll } from '../support/databases-for-all';
import { emptyPostgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';
import { smtpReceiver } from '../support/smtp-receiver';
import { written } from '../support/written';

const dataDir = mkdtempSync(join(tmpdir(), 'api-data-'));
cpSync(databasesForAll().pglite, join(dataDir, 'db'), { recursive: true });

/** The API that was started last. */
let api: Awaited<ReturnType<typeof serve>>;
const start = async (variables: Record<string, string> = {}) => {
  api = await serve({ DATA_DIR: dataDir, ...variables });
};
const contact = async (changes: object) =>
  fetch(`${api.origin}/api/contact`, post({ ...message, ...(await tokenOf(api)), ...changes }));
// A test that fails leaves its API running.
afterAll(async () => {
  api.child.kill('SIGKILL');
  await api.ended;
  await rm(dataDir, { recursive: true });
});

const smtp = smtpReceiver();
const postgres = emptyPostgres();

const environment = readEnvironment({ DATA_DIR: dataDir });
const commands = async (...args: string[]) =>
  (await written(() => submissionsCommand(environment, args))).join('');

/** Names of the senders whose messages the first API mailed. */
let mailed: readonly string[] = [];

// Starting an embedded database takes a second, so all tests use one folder, one after the other.
const live = join(dataDir, 'content');

beforeAll(async () => {
  await publishContent(live, { '.': sampleFolder });
  await start({
    CONTENT_DIR: live,
    INBOX_PORT: '0',
    SUBMISSIONS_PER_MINUTE: '1000',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@vidlunnia.example',
    MAIL_TO: 'staff@vidlunnia.example',
  });
});

test('a running API logs what its database guarantees, and method, path, status and time of a request, without personal data', async () => {
  expect(JSON.parse(await api.line(/a power cut takes nothing/))).toMatchObject({ database: 'embedded' });
  await fetch(`${api.origin}/api/contact?from=secret`, post(message, { 'user-agent': 'agent-x' }));
  await contact({ email: 'secret', budget: 'secret', '<secret>': '' });
  const line = { method: 'POST', path: '/api/contact', ms: expect.any(Number), reqId: expect.any(String) };
  expect(JSON.parse(await api.line(/"status":422/))).toMatchObject(line);
  expect(await api.line(/unknown fields were dropped/)).toContain('"fields":["budget"]');
  const requests = api.output().replace(/^.*listening.*$/gm, '');
  expect(requests).not.toMatch(/secret|ihor|Їжак|agent-x|127\.0\.0\.1/);
});

test('a running API is the only process in its folder: a second one is rejected', async () => {
  const reason = `${dataDir} is used by another process; stop it, or choose another folder with DATA_DIR`;
  await expect(serveHere(environment)).rejects.toThrow(reason);
});

test('a running API serves content when it is published', async () => {
  const source = await copyOfContent();
  await writeFile(join(source, 'owner.json'), JSON.stringify(OWNER));
  const version = await publishContent(live, { '.': source });
  await api.line(/new content is live/);
  expect(await (await fetch(`${api.origin}/api/content`)).json()).toMatchObject({ version });
});

test('a running API runs operations for commands that cannot open its database', async () => {
  await fetch(`${api.origin}/api/jobs/apply`, post({ ...application, ...(await tokenOf(api)) }));
  const listed = await commands();
  expect(listed).toContain('applications (1)');
  expect(listed).toMatch(/\n1 more are suspected spam: see submissions suspected\n$/);
  expect(listed).toContain('olena@example.com');
  expect(await commands('--csv', 'applications', '--since', '2999-01-01')).not.toContain('olena');
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'api.sock'))).mode & 0o777).toBe(0o600);
});

test('a running API opens the inbox for the command that cannot open its database', async () => {
  const { ended, output } = run(['inbox'], { DATA_DIR: dataDir });
  expect(await ended).toBe(0);
  const [link = '', ...lines] = output().split('\n');
  expect(lines).toContain(`База: ${join(dataDir, 'db')}`);
  const entered = await fetch(link, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await fetch(new URL('/', link), { headers: { cookie } });
  expect(await page.text()).toContain(application.name);
});

test('a running API mails submissions to the staff; commands show and retry the deliveries', async () => {
  smtp.behaviour = 'fail';
  await contact({ name: 'Пошта' });
  await api.line(/a submission was not delivered/);
  expect(await commands()).toMatch(/Пошта.* staff pending/);
  expect(await commands('dead')).toMatch(/^created_at +kind +channel +attempts +last_error +id\n\n$/);
  await expect(commands('retry', 'x')).rejects.toThrow(/There are no dead letters of x/);
  expect(await commands('retry')).toBe('0 dead letters are pending again\n');
  expect(api.output()).not.toMatch(/Пошта|ihor|staff@/);
  smtp.behaviour = 'take';
  await contact({ name: 'Друга' });
  const id = /Друга.* ([\da-f-]{36}) /.exec(await commands())?.[1] ?? '';
  expect(await commands('answered', id)).toBe(`Submission ${id} is answered\n`);
  expect(await commands('list', '--unanswered')).not.toContain('Друга');
  const answeredRow = /,answered_at,delivery,utm_source,[^]*Друга.*,answered,,,20\d\d-[^,]*Z,/;
  expect(await commands('--csv', 'messages')).toMatch(answeredRow);
  expect(await commands('answered', '--undo', id)).toBe(`Submission ${id} is not answered\n`);
  expect(await commands('list', '--unanswered')).toContain('Друга');
  await expect(commands('answered', 'x')).rejects.toThrow('There is no submission x; npm run submissions');
});

test('a running API exports a person’s data, and erases it from every file of the embedded database', async () => {
  const { email, name } = application;
  /** Files of the data folder that contain a text. */
  const filesWith = async (text: string) => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = files.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : []));
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    return paths.filter((_, index) => contents[index]?.includes(text));
  };
  const stored = { applications: [application], messages: [], deliveries: [{ channel: 'staff' }] };
  expect(JSON.parse(await commands('export', email))).toMatchObject({ email, ...stored });
  expect(await filesWith(email)).not.toEqual([]);
  expect(await commands('erase', email)).toBe('Erased: applications 1, messages 0, deliveries 1\n');
  expect(await Promise.all([email, name].map(filesWith))).toEqual([[], []]);
  expect(await commands()).toMatch(/applications \(0\)[^]*ihor@example\.com/);
});

test('a running API lets a request and a mail finish on SIGTERM, then ends with 0', async () => {
  const token = await tokenOf(api);
  smtp.behaviour = 'hang';
  await contact({ name: 'Передостання' });
  await smtp.hung();
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const sent = request(`${api.origin}/api/contact`, { method: 'POST', headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  api.child.kill('SIGTERM');
  await api.line(/stopping/);
  smtp.release();
  sent.end(JSON.stringify({ ...message, ...token, name: '=Остання' }));
  expect(await once(sent, 'response')).toMatchObject([{ statusCode: 201 }]);
  expect(await api.ended).toBe(0);
  mailed = smtp.received.flatMap(({ mail }) => /^Повідомлення: (.+)$/.exec(mail.subject ?? '')?.[1] ?? []);
  expect(smtp.received.length).toBeGreaterThan(0);
});

test('a database that cannot be closed cleanly does not delay the end', async () => {
  await start();
  const listed = await commands();
  expect(listed).toContain(' =Остання ');
  // The mail that hung was delivered before the end; the next API with mails delivers the rest.
  for (const name of mailed) expect(listed).toMatch(new RegExp(` ${name} .* staff delivered\n`));
  expect((await contact({ name: '=Пізня' })).status).toBe(201);
  await contact({ token: 'none' });
  // Without a channel, only the log tells anybody.
  expect(JSON.parse(await api.line(/no channel tells staff/))).toMatchObject({ level: 40, count: 1 });
  const [global, away] = [join(dataDir, 'db/global'), join(dataDir, 'db/global.away')];
  await rename(global, away);
  api.child.kill('SIGTERM');
  await api.line(/the database was not closed cleanly/);
  expect(await api.ended).toBe(1);
  await rename(away, global);
});

test('an embedded database that panics ends the process with one line; what it acknowledged, once, survives even a power cut', async () => {
  const disk = temporaryFolder();
  const NODE_OPTIONS = `--require ${join(__dirname, '../support/disk.cjs')}`;
  await start({ RECORDED_DISK: disk, NODE_OPTIONS });
  // The start has flushed all files; from now on, those that are flushed are copied.
  await tokenOf(api);
  await cp(join(dataDir, 'db'), join(disk, 'db'), { recursive: true });
  expect((await contact({ name: '=До збою' })).status).toBe(201);
  await writeFile(join(dataDir, 'disk-fails'), '');
  await expect(contact({ name: '=Під час збою' })).rejects.toThrow('fetch failed');
  expect(await api.ended).toBe(1);
  expect(await api.line(/has failed/)).toMatch(
    /^The embedded database in .*\/db has failed: could not fsync file "\d{24}": I\/O error\. This process ends; a start recovers what was stored$/,
  );
  // The folder has only flushed data. Nothing holds it, so the command opens the database itself.
  const listed = run(['submissions', '--csv', 'messages'], { DATA_DIR: disk });
  expect(await listed.ended).toBe(0);
  const found = [...listed.output().matchAll(/,'=(До збою|Пізня),ihor@example\.com,/g)];
  expect(found.map(([, name]) => name)).toEqual(['Пізня', 'До збою']);
});

test('a mistake in the content prevents the start, before the database is opened', async () => {
  const CONTENT_DIR = await copyOfContent();
  await edit(CONTENT_DIR, 'posts/zvit.md', 'waves.svg', 'storm.svg');
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
  await expect(serveHere(readEnvironment({ DATABASE_URL, CONTENT_DIR }))).rejects.toThrow(
    /^У вмісті є помилки:\n {2}- api\/content\/posts\/zvit\.md, рядок 7: «Обкладинка» — [^\n]+$/,
  );
});

test('a port in use is reported in one line with the port and its variable', async () => {
  const { port } = new URL((await startLocalServer(() => undefined)).origin);
  const rejected = run(['serve'], { DATABASE_URL: postgres(), API_PORT: port });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toBe(
    `Port ${port} is in use; stop that program, or choose another port with API_PORT`,
  );
});
