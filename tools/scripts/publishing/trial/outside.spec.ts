import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { repositoryRoot, freePort } from '@vidlunnia/settings/machine';
import { startChild, untilAnswers } from '@vidlunnia/remote-kit/process/run';
import { findTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';
import { formatRemoteList, type ListedRemote } from '@vidlunnia/releases/remote-list';
import { startS3Server } from '@vidlunnia/remote-kit/release/testing/s3-server';
import { freePorts, startStack, type Stack } from '../../stack';
import { packAll, PACKED } from '../pack';
import { startRegistry } from './registry';
import { change, npm, over, ran, type Team, teamIn } from './team';
import { runWorkflow } from './workflows';

const NAME = 'careers';
const SECTION = 'src/openings/openings.tsx';
const FIRST = 'Заголовок секції';
const SECOND = 'Зміна з іншого сховища';
const THIRD = 'Зміна, якої ще не видно';
const DOCUMENT = 'docs/new-remote.md';

let folder: string;
/** Ends everything that was started, the last first. */
const closers: (() => Promise<unknown>)[] = [];
let registry: Awaited<ReturnType<typeof startRegistry>>;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
/** The site from this repository's builds, without the team's sources. */
let site: Stack;
let team: Team;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outside-'));
  closers.unshift(() => rm(folder, { recursive: true, force: true }));
  registry = await startRegistry(path.join(folder, 'npm'));
  closers.unshift(registry.stop);
  bucket = await startS3Server();
  closers.unshift(bucket.stop);
  await list();
  site = await startStack({
    environment: {
      ...process.env,
      ...(await freePorts()),
      NODE_ENV: 'production',
      DATA_DIR: path.join(folder, 'data'),
      KEYS_DIR: path.join(folder, 'keys-of-the-site'),
      LOG_LEVEL: 'warn',
      REMOTES_FILE: path.join(folder, 'remotes.json'),
    },
    onLine: (part, line) => process.stdout.write(`[${part}] ${line}\n`),
  });
  closers.unshift(() => site.stop());
  team = teamIn(path.join(folder, 'outside', `mfe-${NAME}`), {
    ...registry.env,
    ...bucket.environment,
    RELEASE_TARGET: `s3://${bucket.bucket}/site`,
    KEYS_DIR: path.join(folder, 'keys-of-the-team'),
    SITE_URL: site.url,
    CHROMIUM_PATH: findTestBrowser(),
    // Playwright sets it for child processes.
    FORCE_COLOR: undefined,
  });
});
test.afterAll(async () => {
  over.abort();
  for (const close of closers) await close();
});

/** Writes the operator's list of remotes, which the running shell follows. */
const list = (...remotes: ListedRemote[]) =>
  writeFile(path.join(folder, 'remotes.json'), formatRemoteList({ remotes }));

const serves = async (text: string) => (await (await fetch(site.url)).text()).includes(text);

test('all packages are made and published', async () => {
  for (const packed of await packAll()) await npm(packed, registry.env, ['publish']);
});

test('the generator makes a repository that passes its checks', async () => {
  await mkdir(path.dirname(team.folder));
  const args = ['create', 'vidlunnia-remote', NAME, '--', '--section', 'Openings', '--after', 'vacancies'];
  await npm(path.dirname(team.folder), { ...team.env, npm_config_yes: 'true' }, args);
  await test.step('npm install', () => team.npm('install'));
  team.commit();
  expect(await team.npm('test')).toMatch(/^Tests: +\d+ passed/m);
  const checked = await team.npm('run', 'check');
  expect(checked).toContain('Contract: it fits the host that is live');
  expect(checked).toContain('Browser: not compared, since nothing of this remote is live yet');
  expect(checked).toContain('Dry run');
});

test('the operator lists the remote, and its first release is on the page', async () => {
  const [, key = ''] = /^MFE_CAREERS_PUBLIC_KEY=(\S+)$/m.exec(await team.npm('run', 'keys')) ?? [];
  const origin = `${bucket.origin}/${bucket.bucket}/site/mfe-${NAME}`;
  const zones = [{ module: 'Openings', page: 'home', after: 'vacancies' } as const];
  await list({ name: NAME, origin, publicKeys: [key], zones });
  await team.npm('run', 'release');
  await expect.poll(() => serves(FIRST), FIRST).toBe(true);
});

test('a changed section is in the document of the server, and alive in a browser', async ({ page }) => {
  await team.change(SECTION, FIRST, SECOND);
  await test.step('external release, from command to page', async () => {
    const told = await team.npm('run', '--silent', 'release', '--', '--json');
    expect(told).toContain('Browser: nothing else changed');
    expect(told).toMatch(/^\{"remote":"careers","published":"(\w{12})","live":"\1",.*"error":null\}$/m);
    await expect.poll(() => serves(SECOND), SECOND).toBe(true);
  });
  expect(await serves(`id="zone-${NAME}-openings"`)).toBe(true);
  await page.goto(site.url);
  const section = page.getByRole('region', { name: SECOND });
  await section.getByRole('button', { name: 'Більше' }).click();
  await expect(section.getByRole('listitem').first()).toBeVisible();
});

test('only people with its link see a candidate', async () => {
  await team.change(SECTION, SECOND, THIRD);
  const told = await team.npm('run', '--silent', 'release', '--', '--json', '--candidate');
  const link = /"preview":\{"link":"([^"]+)"/.exec(told)?.[1] ?? '';
  const opened = await fetch(link, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie().join('').split(';', 1).join('');
  const seen = await (await fetch(site.url, { headers: { cookie } })).text();
  expect(seen).toContain(THIRD);
  expect([await serves(SECOND), await serves(THIRD)]).toEqual([true, false]);
  expect(await team.npm('run', 'releases')).toContain('candidate of commit');
  await team.change(SECTION, THIRD, SECOND);
});

test('each step of the workflows does what it says', async () => {
  team.commit();
  const checkout = path.join(folder, 'checkout');
  execFileSync('git', ['clone', '-q', team.folder, checkout]);
  // Stands for GitHub, which gets the comment.
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  await writeFile(path.join(bin, 'gh'), '#!/bin/sh\necho "gh $*"\n', { mode: 0o755 });
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = bucket.environment;
  const key = path.join(folder, `keys-of-the-team/mfe-${NAME}.key`);
  const values = {
    'vars.SITE_URL': site.url,
    'vars.RELEASE_TARGET': team.env['RELEASE_TARGET'] ?? '',
    'vars.AWS_REGION': AWS_REGION,
    'secrets.AWS_ACCESS_KEY_ID': AWS_ACCESS_KEY_ID,
    'secrets.AWS_SECRET_ACCESS_KEY': AWS_SECRET_ACCESS_KEY,
    'secrets.READ_ACCESS_KEY_ID': AWS_ACCESS_KEY_ID,
    'secrets.READ_SECRET_ACCESS_KEY': AWS_SECRET_ACCESS_KEY,
    'secrets.RELEASE_KEY': readFileSync(key, 'utf8').trimEnd(),
    'runner.temp': path.join(folder, 'runner'),
    'github.event.pull_request.number': '7',
    'steps.report.outputs.artifact-url': 'https://github.example/report',
  };
  const env = {
    ...registry.env,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    CHROMIUM_PATH: findTestBrowser(),
    // A runner has no keys of other teams.
    KEYS_DIR: path.join(folder, 'no-keys'),
    AWS_ENDPOINT_URL: bucket.environment['AWS_ENDPOINT_URL'],
    FORCE_COLOR: undefined,
  };
  const comment = () => readFileSync(path.join(checkout, 'comment.md'), 'utf8');

  const checked = await runWorkflow(checkout, 'check.yml', values, env);
  expect(checked.output).toContain('Dry run: nothing was signed or published');
  const released = await runWorkflow(checkout, 'release.yml', values, env);
  expect(released.output).toMatch(
    /^\{"remote":"careers","published":"(\w{12})","live":"\1",.*"error":null\}$/m,
  );
  expect([checked.passed, released.passed]).toEqual([true, true]);

  await change(path.join(checkout, SECTION), SECOND, THIRD);
  const preview = await runWorkflow(checkout, 'preview.yml', values, env);
  expect(preview, preview.output).toMatchObject({ passed: true });
  expect(preview.output).toContain('gh pr comment 7 --edit-last --create-if-none --body-file comment.md');
  expect(comment()).toMatch(/^\[The site with this change\]\(http:\S+\), until /);
  await change(path.join(checkout, SECTION), THIRD, 'undefined');
  const rejected = await runWorkflow(checkout, 'preview.yml', values, env);
  expect(rejected.passed, rejected.output).toBe(false);
  expect(comment()).toMatch(/^There is no preview:[^]*harms the site[^]*\[The report, with pictures\]/);
  const gate = path.join(checkout, 'dist/.gate');
  const [report = ''] = readdirSync(gate);
  expect(readdirSync(path.join(gate, report))).toContain('index.html');
  expect(await serves(SECOND), 'what is live').toBe(true);
});

test('npm run dev shows an unreleased save with the props of the site, and an error in words', async ({
  page,
}) => {
  const port = String(await freePort());
  const program = path.join(team.folder, 'node_modules/.bin/vidlunnia-remote');
  const child = startChild({
    name: 'dev',
    cwd: team.folder,
    args: [program, 'dev', '--against', site.url, '--port', port],
    // As in `npm run dev`; npm in between would have to pass Ctrl-C on.
    env: { ...team.env, npm_execpath: process.env['npm_execpath'] },
    onLine: (line) => process.stdout.write(`[dev] ${line}\n`),
  });
  const details =
    'title={`Ще не випущено: ${details.hours.map(({ days }) => days).join()} ${details.phone}`}';
  try {
    await untilAnswers(`http://localhost:${port}/`, 60_000);
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByRole('region', { name: SECOND })).toBeVisible();
    const changed = page.getByRole('region', { name: /Ще не випущено: .+ \+380/ });
    await test.step('a save is on the page', async () => {
      await team.change(SECTION, '{ id, data }', '{ id, data, details }');
      await team.change(SECTION, `title="${SECOND}"`, details);
      await expect(changed).toBeVisible();
    });
    await changed.getByRole('button', { name: 'Більше' }).click();
    await expect(changed.getByRole('listitem').first()).toBeVisible();
    await team.change(SECTION, 'return (', 'return ((');
    await expect(page.getByRole('alert').filter({ hasText: SECTION })).toBeVisible();
    await team.change(SECTION, 'return ((', 'return (');
    await team.change(SECTION, '{ id, data, details }', '{ id, data }');
    await team.change(SECTION, details, `title="${SECOND}"`);
    await expect(page.getByRole('region', { name: SECOND })).toBeVisible();
    child.process.kill('SIGINT');
    expect(await child.ended, 'Ctrl-C').toBe('code 0');
  } finally {
    await child.stop();
  }
});

test('a section that needs a prop that no shell passes is not released: the compiler names it', async () => {
  const props = 'interface Props extends ZoneProps {';
  await team.change(SECTION, props, `${props}\n  readonly budget: string;`);
  const output = await team.failing('run', 'release');
  expect(output).toMatch(/src\/exposes\.ts\(\d+,\d+\): error/);
  expect(output).toMatch(/Property 'budget' is missing/);
  expect(output).toContain('nothing was released');
  await team.change(SECTION, `${props}\n  readonly budget: string;`, props);
});

test('nor is one of a newer contract than the site’s: the message names property and way out', async () => {
  // The packed contract, in which the shell passes one more prop, and its version, which no running site knows.
  const newer = path.join(folder, 'newer-contract');
  await cp(path.join(PACKED, 'contracts'), newer, { recursive: true });
  const manifest = path.join(newer, 'package.json');
  const { version: known } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  const version = known.replace(/\.\d+\.\d+$/, '.999.0');
  await change(manifest, `"version": "${known}"`, `"version": "${version}"`);
  const prop = 'readonly headingLevel: 2;';
  await change(path.join(newer, 'modules.d.ts'), prop, `${prop}\n    readonly city: string;`);
  await npm(newer, registry.env, ['publish']);
  await team.npm('install', `@vidlunnia/contracts@${version}`);
  await team.change('src/testing/samples.ts', 'headingLevel: 2,', "headingLevel: 2,\n  city: 'Вінниця',");
  const output = await team.failing('run', 'release');
  expect(output).toContain(`${NAME}/Openings does not fit what the shell passes and accepts`);
  expect(output).toContain("Property 'city' is missing");
  expect(output).toContain('keep both forms until the shell is released');
});

test('the live release stays live; a rollback brings the first release back', async () => {
  expect(await serves(SECOND), 'what was live').toBe(true);
  expect(await team.npm('run', 'releases')).toContain('live');
  await team.npm('run', 'rollback');
  await expect.poll(() => serves(FIRST), FIRST).toBe(true);
});

test(`every command of ${DOCUMENT} was run`, () => {
  const text = readFileSync(path.join(repositoryRoot(), DOCUMENT), 'utf8');
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block.trim());
  expect(ran).toEqual(expect.arrayContaining(blocks.flatMap((block) => block.split('\n'))));
});
