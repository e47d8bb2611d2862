import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { say } from '@vidlunnia/remote-kit/process/say';
import { freePort } from '@vidlunnia/remote-kit/process/free-port';
import { S3_CREDENTIALS, startS3Server } from '@vidlunnia/remote-kit/release/testing/s3-server';
import { expectIn, untilServed } from './check';
import { checkDevelopment } from './development';
import { expectAllRun } from './documented';
import { newerContract } from './newer-contract';
import { npm, ran } from './npm';
import { startRegistry, type Registry } from './registry';
import { startSiteHere } from './site-here';
import { withPage } from './page';
import { commit, ownTeam, type OwnTeam } from './team';

const NAME = 'careers';
const SECTION = 'src/openings/openings.tsx';
/** Milliseconds from a release's end until the page has it. */
const DEADLINE = 15_000;
/** What everybody else has published is kept from run to run. */
const REGISTRY = path.join(repositoryRoot, '.cache/registry');

/**
 * A team outside, with real parts: packages in a registry, a repository of the generator, a bucket, and a site that has
 * never seen its source. Rejects at the first thing that is not as it should be, and when
 * `signal` is aborted: either way nothing that it has started remains.
 */
export async function proveOutside(packages: readonly string[], signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outside-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const keep = <Value>(value: Value, close: (value: Value) => Promise<unknown>): Value => {
    closers.unshift(() => close(value));
    return value;
  };
  const prove = async () => {
    const registry = keep(await startRegistry(REGISTRY, path.join(folder, 'npm'), await freePort()), (each) =>
      each.stop(),
    );
    for (const each of packages) await npm(['publish'], { cwd: each, env: registry.env, signal });
    say('Packages are published to a registry');

    const bucket = keep(await startS3Server(), (each) => each.stop());
    const site = keep(await startSiteHere(folder), (each) => each.stop());
    say(`The site runs: ${site.url}`);

    const environment = {
      ...registry.env,
      ...S3_CREDENTIALS,
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: bucket.origin,
      RELEASE_TARGET: `s3://${bucket.bucket}/site`,
      KEYS_DIR: path.join(folder, 'keys-of-the-team'),
      SITE_URL: site.url,
    };
    const team = await makeRepository(folder, environment, signal);
    const { output } = await team.npm('run', 'keys');
    const [, publicKey = ''] = /^MFE_CAREERS_PUBLIC_KEY=(\S+)$/m.exec(output) ?? [];
    const origin = `${bucket.origin}/${bucket.bucket}/site/mfe-${NAME}`;
    const place = ['--zone', 'Openings', '--after', 'vacancies'];
    await site.remotes('add', NAME, '--origin', origin, '--key', publicKey, ...place);
    say('The operator has listed the remote');

    const first = await team.npm('run', 'release');
    say(first.output);
    await untilServed(site.url, 'Заголовок секції', DEADLINE);
    say(`Its first release is on the page, ${seconds(first.seconds)} after the command`);

    await team.change(SECTION, 'Заголовок секції', 'Зміна з іншого сховища');
    const started = Date.now();
    const { output: told } = await team.npm('run', '--silent', 'release', '--', '--json');
    say(told);
    const html = await untilServed(site.url, 'Зміна з іншого сховища', DEADLINE);
    const taken = (Date.now() - started) / 1000;
    await checkInBrowser(site.url, html, signal);
    expectIn(told, /^\{"remote":"careers","published":"(\w{12})","live":"\1",.*"error":null\}$/m);
    say('The changed section is in the document of the server, and alive in a browser');
    say(`External release, from command to page: ${seconds(taken)}`);

    await checkDevelopment(team, site.url);
    await breakTypes(team);
    await breakContract(team, registry, packages, folder);
    expectIn(await untilServed(site.url, 'Зміна з іншого сховища', DEADLINE), 'Зміна з іншого сховища');
    say('What was live stayed live');
    expectIn((await team.npm('run', 'releases')).output, 'live');
    await team.npm('run', 'rollback');
    await untilServed(site.url, 'Заголовок секції', DEADLINE);
    say('A rollback brings the first release back');
    expectAllRun(ran);
  };
  try {
    // Not left behind when the signal is aborted: what it has started by then has to be ended.
    await prove();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    for (const close of closers) await close();
  }
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** By the generator, from the registry; its tests pass. */
async function makeRepository(folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<OwnTeam> {
  const outside = path.join(folder, 'outside');
  await mkdir(outside);
  const args = ['create', 'vidlunnia-remote', NAME, '--', '--section', 'Openings', '--after', 'vacancies'];
  await npm(args, { cwd: outside, env: { ...env, npm_config_yes: 'true' }, signal });
  const team = ownTeam(path.join(outside, `mfe-${NAME}`), env, signal);
  const installed = await team.npm('install');
  say(`A repository is made, and its packages are installed in ${seconds(installed.seconds)}`);
  commit(team.folder);
  expectIn((await team.npm('test')).output, /^Tests: +\d+ passed/m);
  say('Its tests pass');
  expectIn((await team.npm('run', 'check')).output, 'Contract: it fits the shell that is live', 'Dry run');
  return team;
}

async function checkInBrowser(url: string, html: string, signal: AbortSignal): Promise<void> {
  expectIn(html, `id="zone-${NAME}-openings"`);
  await withPage(url, signal, async (page) => {
    const section = page.getByRole('region', { name: 'Зміна з іншого сховища' });
    await section.getByRole('button', { name: 'Більше' }).click();
    await section.getByRole('listitem').first().waitFor({ timeout: DEADLINE });
  });
}

/** It needs a prop that the contract does not have: the compiler says so. */
async function breakTypes(team: OwnTeam): Promise<void> {
  const [from, to] = [
    'interface Props extends ZoneProps {',
    'interface Props extends ZoneProps {\n  readonly budget: string;',
  ];
  await team.change(SECTION, from, to);
  const output = await team.failing('run', 'release');
  expectIn(
    output,
    /src\/exposes\.ts\(\d+,\d+\): error/,
    /Property 'budget' is missing/,
    'nothing was released',
  );
  await team.change(SECTION, to, from);
  say('A section that needs what no shell passes is not released: the compiler names the property');
}

/** It is built with a newer contract than the site has: the site's shell passes less than the section may rely on. */
async function breakContract(
  team: OwnTeam,
  registry: Registry,
  packages: readonly string[],
  folder: string,
): Promise<void> {
  const newer = path.join(folder, 'newer-contract');
  const packed = packages.find((each) => path.basename(each) === 'contracts') ?? '';
  const version = await newerContract(packed, newer);
  await npm(['publish'], { cwd: newer, env: registry.env, signal: team.signal });
  await team.npm('install', `@vidlunnia/contracts@${version}`);
  await team.change('src/testing/samples.ts', 'headingLevel: 2,', "headingLevel: 2,\n  city: 'Вінниця',");
  const output = await team.failing('run', 'release');
  expectIn(
    output,
    `${NAME}/Openings does not fit what the shell passes and takes`,
    "Property 'city' is missing",
    'keep both forms until the shell is released',
  );
  say(
    'A section of a newer contract than the site’s is not released: the message names property and way out',
  );
}
