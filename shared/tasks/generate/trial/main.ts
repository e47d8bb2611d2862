import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../../../environment/repository';
import { failTask, say } from '../../../process/say';
import { startProof } from '../../proofs';
import { copyRepository, differences } from './copy';

const LOG = path.join(repositoryRoot, '.cache/generators.log');
/** Milliseconds for one step, on however busy a machine. */
const DEADLINE = 60 * 60_000;
/** Lines of a step that failed. */
const SHOWN = 60;

const REMOTE = 'careers --section Openings --after vacancies';
const SECTION = 'home --section Partners --after team';
/** They go through every section: in the server's HTML without scripts, in the browser, by the links of the header. */
const BROWSER_TESTS = 'read-home-page section-links pages-without-scripts';
/** Unit tests of what a section touches. */
const TOUCHED =
  'mfe-home stories shared/contracts shared/build/exposed-modules shell/src/pages shell/src/app';

/** `npm run test:generators`: both generators in a copy of the tree, with all that has to hold there. */
async function testGenerators(parts: readonly string[]): Promise<void> {
  const wants = (part: string) => parts.length === 0 || parts.includes(part);
  await mkdir(path.dirname(LOG), { recursive: true });
  await rm(LOG, { force: true });
  const copy = copyRepository();
  say(`In ${copy}; what the commands print is in ${LOG}`);
  if (wants('remote')) await tryRemote(copy);
  if (wants('section')) await trySection(copy);
  // What failed stays to be looked at, until the next time.
  await rm(copy, { recursive: true, force: true });
}

async function tryRemote(copy: string): Promise<void> {
  const began = performance.now();
  await step(copy, `npm run new:remote -- ${REMOTE}`);
  await step(copy, 'npm run build');
  await step(copy, see('openings'));
  const seen = secondsSince(began);
  await step(copy, 'npm run typecheck');
  await step(copy, 'npm run lint');
  await step(copy, 'npm run test:unit');
  await step(copy, `npm run test:e2e -- ${BROWSER_TESTS}`);
  say(`new remote: ${secondsSince(began)} s from command to section on the page, with all tests green`);
  say(`(its section was on the page after ${seen} s)`);
  await step(copy, 'npm run remove:remote -- careers');
  const left = differences(copy);
  if (left !== '') throw new Error(`remove:remote left differences:\n${left}`);
  say('remove:remote: the tree is as it was');
}

async function trySection(copy: string): Promise<void> {
  const began = performance.now();
  await step(copy, `npm run new:section -- ${SECTION}`);
  await step(copy, 'npm run build');
  await step(copy, see('partners'));
  await step(copy, 'npm run typecheck');
  await step(copy, 'npm run lint');
  await step(copy, `npm run test:unit -- ${TOUCHED}`);
  say(
    `new section: ${secondsSince(began)} s from command to the page, with the tests of what it touches green`,
  );
}

const see = (element: string) => `node --import tsx shared/tasks/generate/trial/see-section.ts ${element}`;

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(0);

/** Runs a line as in a terminal in the copy; throws with its last lines when it fails. */
async function step(copy: string, line: string): Promise<void> {
  const began = performance.now();
  // What npm tells a command of this tree is not true in the copy.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const log = createWriteStream(LOG, { flags: 'a' });
  await once(log, 'open');
  log.write(`\n$ ${line}\n`);
  const child = spawn('sh', ['-c', line], {
    cwd: copy,
    env: { ...env, NODE_ENV: undefined },
    stdio: ['ignore', log, log],
    timeout: DEADLINE,
  });
  const [code] = (await once(child, 'close')) as [number | null];
  log.end();
  if (code !== 0) {
    const lines = (await readFile(LOG, 'utf8')).split('\n').slice(-SHOWN);
    throw new Error(`${line} failed:\n${lines.join('\n')}`);
  }
  say(`${secondsSince(began).padStart(5)} s  ${line}`);
}

testGenerators(process.argv.slice(3)).then(startProof('test:generators'), failTask);
