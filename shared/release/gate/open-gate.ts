import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../../environment/browser-arguments';
import { installedTestBrowser } from '../../environment/find-browser';
import { getter } from '../../environment/read-settings';
import { repositoryRoot } from '../../environment/repository';
import { originOf, publicKeysOf } from '../../environment/settings';
import { api, remoteList, type Remote } from '../../environment/topology';
import type { BuiltRelease } from '../built-release';
import { readKey } from '../keys';
import type { Team } from '../team';
import { startCandidateOrigin, type CandidateOrigin } from './candidate-origin';
import { sentencesOf } from './findings';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate';
import { buildStaleShell, openGateShell, type GateShell } from './gate-shell';
import { startGoldenApi } from './golden-api-server';
import { checkViews } from './views';

/** What the gate works with: a shell with the new release, and to compare it, one without it and a browser. */
interface Stage {
  readonly candidate: CandidateOrigin;
  readonly fresh: GateShell;
  readonly beside: { readonly live: GateShell; readonly browser: Browser } | null;
}

/**
 * Starts what renders golden pages with a new release beside the live others: the builder of the release need not wait
 * for it. Throws when there is no browser, but one is wanted.
 */
export function openGate(
  { remote, environment }: Pick<Team, 'remote' | 'environment'>,
  { inBrowser, signal }: GateOptions,
): Gate {
  const executablePath = inBrowser ? browserHere() : null;
  const closers: (() => Promise<unknown>)[] = [];
  const keep = async <Value>(started: Promise<Value>, close: (value: Value) => Promise<unknown>) => {
    closers.push(() => started.then(close, () => undefined));
    return started;
  };

  const start = async (): Promise<Stage> => {
    const get = getter(environment);
    const origins = Object.fromEntries(remoteList.map((each) => [each.originVariable, originOf(each, get)]));
    const launching = executablePath
      ? keep(
          chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS], handleSIGINT: false }),
          (browser) => browser.close(),
        )
      : null;
    const [golden, candidate, keys] = await Promise.all([
      keep(startGoldenApi(), (server) => server.stop()),
      keep(startCandidateOrigin(originOf(remote, get)), (server) => server.stop()),
      publicKeys(environment),
      buildStaleShell(signal),
    ]);
    const variables = { ...origins, ...keys, [api.originVariable]: golden.origin };
    const shell = (more: Readonly<Record<string, string>>) =>
      keep(openGateShell({ ...variables, ...more }, signal), (each) => each.stop());
    const [fresh, beside] = await Promise.all([
      shell({
        [remote.originVariable]: candidate.origin,
        [remote.publicKeyVariable]: [candidate.publicKey, keys[remote.publicKeyVariable]]
          .filter((key) => key !== undefined)
          .join(','),
      }),
      launching && Promise.all([shell({}), launching]),
    ]);
    return { candidate, fresh, beside: beside && { live: beside[0], browser: beside[1] } };
  };
  const stage = start();
  // Whoever checks hears of it.
  stage.catch(() => undefined);
  return {
    renderTest: async (built) => {
      const { candidate, fresh } = await stage;
      candidate.offer(built);
      await fresh.untilLive(remote.name, built.release.version);
    },
    compareInBrowser: async (built) => compareInBrowser(await stage, remote, built),
    close: async () => {
      await stage.catch(() => undefined);
      await Promise.all(closers.map((close) => close()));
    },
  };
}

function browserHere(): string {
  const executable = installedTestBrowser();
  if (executable !== null) return executable;
  throw new Error(
    `There is no Chromium here (npx playwright install chromium, or CHROMIUM_PATH). Without one it is not checked: ${NOT_CHECKED}. Release with ${WITHOUT_BROWSER} if that is what you want`,
  );
}

async function compareInBrowser({ fresh, beside }: Stage, remote: Remote, built: BuiltRelease) {
  if (!beside) throw new Error('The gate was opened without a browser');
  const { version } = built.release;
  await Promise.all([fresh, beside.live].map((shell) => untilOthers(shell, remote)));
  const folder = path.join(repositoryRoot, remote.folder, 'dist/.pictures', version);
  await rm(folder, { recursive: true, force: true });
  const { findings, compared } = await checkViews(
    beside.browser,
    { live: beside.live.url, fresh: fresh.url },
    remote,
    folder,
  );
  if (findings.length === 0) return `${String(compared)} views, nothing else changed`;
  throw new Error(
    `In a browser ${version} harms the site; nothing was published:\n${sentencesOf(findings).join('\n')}\nPictures (live.png, new.png, difference.png): ${folder}`,
  );
}

/** Resolves when a page would have what other teams have live, which the shell may still be ingesting. */
async function untilOthers(shell: GateShell, own: Remote): Promise<void> {
  const others = remoteList.filter(({ name }) => name !== own.name);
  const absent = await shell.untilSettled(others.map(({ name }) => name));
  if (absent.size === 0) return;
  const reasons = others
    .filter(({ name }) => absent.has(name))
    .map(({ name, folder, originVariable }) => {
      return `${folder} (${originVariable}): ${absent.get(name) ?? 'it has no release'}`;
    });
  throw new Error(
    `The new release cannot be seen beside what is live of ${reasons.join('; ')}. Set these variables to the teams’ origins, start the site, or release with ${WITHOUT_BROWSER}`,
  );
}

/** The teams' public keys by their variables: as configured, else those of this machine. */
async function publicKeys(environment: Team['environment']): Promise<Record<string, string>> {
  const get = getter(environment);
  const found = await Promise.all(
    remoteList.map(async (remote): Promise<[string, string][]> => {
      const configured = publicKeysOf(remote, { get, reject: () => undefined });
      if (configured.length > 0) return [[remote.publicKeyVariable, configured.join(',')]];
      const key = await readKey(remote, environment).catch(() => null);
      return key ? [[remote.publicKeyVariable, key.publicKey]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
