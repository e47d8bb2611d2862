import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Results } from '../../tasks/results';
import { checkAddresses } from './check-addresses';
import { checkBackup, checkCrash } from './check-backup';
import { checkHealth, checkImages, checkRights } from './check-containers';
import { checkRelease } from './check-release';
import { checkKills, checkRollingRestart } from './check-survival';
import { bringUp, openProject, type Project } from './project';

type Say = (line: string) => void;

/** Builds the production stack, starts it and tries it; leaves nothing behind but the engine's build cache. */
export async function runTrial(compose: readonly string[], signal: AbortSignal, say: Say): Promise<Results> {
  const project = await openProject(compose, signal);
  try {
    return await tryAll(project, signal, say);
  } finally {
    say('Removing what was started…');
    await project.remove();
  }
}

async function tryAll(project: Project, signal: AbortSignal, say: Say): Promise<Results> {
  let [passed, failed] = [0, 0];
  const check = async (title: string, run: () => Promise<string>) => {
    signal.throwIfAborted();
    const started = Date.now();
    const told = await run().then(
      (detail) => {
        passed += 1;
        return `✓ ${title}: ${detail}`;
      },
      (error: unknown) => {
        failed += 1;
        return `✗ ${title}: ${error instanceof Error ? error.message : String(error)}`;
      },
    );
    say(`${told} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  };

  say('Building the images and starting the stack…');
  await check('it builds and starts', async () => {
    const { build, start } = await bringUp(project);
    return `built in ${build.toFixed(0)} s, up in ${start.toFixed(0)} s`;
  });
  // Nothing below can be tried on a stack that is not there.
  if (failed > 0) return { passed, failed, skipped: 0 };

  const password = readFileSync(path.join(project.folder, 'secrets/database-password'), 'utf8');
  await check('every replica is healthy', () => checkHealth(project));
  await check('containers may do little', () => checkRights(project));
  await check('images hold nothing that builds, and no secret', () => checkImages(project, password));
  await check('limits count visitors', () => checkAddresses(project));
  const addresses = await addressesOf(project.url);
  await check('any one container is killed under load', () => checkKills(project, addresses));
  await check('all services are restarted in turn under load', () => checkRollingRestart(project, addresses));
  await check('one team is rebuilt, released and rolled back alone under load', () =>
    checkRelease(project, addresses),
  );
  await check('PostgreSQL is killed while visitors send', () => checkCrash(project));
  await check('a backup is restored', () => checkBackup(project));
  return { passed, failed, skipped: 0 };
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
