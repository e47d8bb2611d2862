import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFlood, checkSubmissions, FEW } from './addresses';
import { checkHealth, checkImages, checkRights } from './containers';
import type { Check } from './main';
import { BUILD_DEADLINE, type Project } from './project';
import { checkRelease } from './release';
import { checkBackup, checkCrash, checkKills, checkRollingRestart } from './survival';

/** Builds the production stack from its images, starts it and tries it under load. */
export async function tryProduction(project: Project, check: Check): Promise<void> {
  // Nothing below can be tried on a stack that is not there.
  if (!(await check('it builds and starts', () => bringUp(project)))) return;
  const password = readFileSync(path.join(project.folder, 'secrets/database-password'), 'utf8');
  await check('every replica is healthy', () => checkHealth(project));
  await check('containers may do little', () => checkRights(project));
  await check('images hold nothing that builds, and no secret', () => checkImages(project, password));
  await check('limits count visitors', () => checkSubmissions(project));
  await liftLimits(project);
  await check('the gateway limits one visitor and nobody else', () => checkFlood(project));
  const addresses = await addressesOf(project.url);
  await check('any one container is killed under load', () => checkKills(project, addresses));
  await check('all services are restarted in turn under load', () => checkRollingRestart(project, addresses));
  await check('one team is rebuilt, released and rolled back alone under load', () =>
    checkRelease(project, addresses),
  );
  await check('PostgreSQL is killed while visitors send', () => checkCrash(project));
  await check('a backup is restored', () => checkBackup(project));
}

async function bringUp(project: Project): Promise<string> {
  mkdirSync(path.join(project.folder, 'trusted.d'));
  project.set({ SUBMISSIONS_PER_MINUTE: String(FEW) });
  await project.compose(['run', '--rm', 'make-secrets']);
  const began = Date.now();
  await project.compose(['build'], BUILD_DEADLINE);
  const built = Date.now();
  await project.compose(['up', '--detach', '--no-build']);
  const [gateway = ''] = await project.containers('gateway');
  await project.healthy(gateway);
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
  return `built in ${seconds(began, built)}, up in ${seconds(built, Date.now())}`;
}

/** The checks under load send as much as they can. */
async function liftLimits(project: Project): Promise<void> {
  project.set({ SUBMISSIONS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000' });
  await project.compose(['up', '--detach', '--no-build', '--no-deps', 'api']);
  for (const id of await project.containers('api')) await project.healthy(id);
}

/** What a visitor asks for: pages, calls, and the files that the home page names. */
async function addressesOf(url: string): Promise<string[]> {
  const page = await (await fetch(url)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/(?:assets|remotes|api\/og)\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const posts = (await (await fetch(`${url}/api/blog`)).json()) as readonly { readonly id: string }[];
  return ['/', '/api/services', '/api/blog', ...posts.map(({ id }) => `/blog/${id}`), ...new Set(files)];
}
