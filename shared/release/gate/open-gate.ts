import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { Value } from '@sinclair/typebox/value';
import { ORIGIN_FILES, PointerSchema } from '../../contracts/release';
import { BROWSER_ARGUMENTS } from '../../environment/browser-arguments';
import { findTestBrowser } from '../../environment/find-browser';
import { getter } from '../../environment/read-settings';
import { repositoryRoot } from '../../environment/repository';
import { originOf, publicKeysOf } from '../../environment/settings';
import { api, remoteList, shell, type Remote } from '../../environment/topology';
import type { BuiltRelease } from '../built-release';
import { messageOf } from '../../process/errors';
import { readKey } from '../keys';
import type { Team } from '../team';
import { startCandidateOrigin, type CandidateOrigin } from './candidate-origin';
import { sentencesOf } from './findings';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate';
import { buildStaleShell, openGateShell, type GateShell } from './gate-shell';
import { startGoldenApi } from './golden-api-server';
import { nameSources } from './name-sources';
import { recallViews, rememberViews, type Looks } from './seen-views';
import { checkViews, PAGES } from './views';
import { comesWhole } from './whole-page';

/** Milliseconds for a pointer that tells what is remembered: without it the gate does more work. */
const POINTER_DEADLINE = 2_000;
/** Milliseconds for pages with all of their data. Those with the new release may lack some for good, which is found. */
const WHOLE_DEADLINE = { live: 30_000, fresh: 5_000 };

/** What the gate works with: a shell with the new release, and where a browser compares, one without it. */
interface Stage {
  readonly candidate: CandidateOrigin;
  readonly fresh: GateShell;
  readonly browser: Browser | null;
  /** Started when it is asked for: it need not be where its pages are remembered. */
  readonly live: () => Promise<GateShell>;
  /** Version of what the team has live, by its origin's pointer. */
  readonly ownVersion: () => Promise<string>;
  readonly signal: AbortSignal;
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
    const originOfRemote = (each: Remote) => originOf(each, get);
    const origins = Object.fromEntries(remoteList.map((each) => [each.originVariable, originOfRemote(each)]));
    const launching = executablePath
      ? keep(launchBrowser(executablePath), (browser) => browser.close())
      : Promise.resolve(null);
    const [golden, candidate, keys] = await Promise.all([
      keep(startGoldenApi(), (server) => server.stop()),
      keep(startCandidateOrigin(originOfRemote(remote)), (server) => server.stop()),
      publicKeys(environment),
      buildStaleShell(signal),
    ]);
    const variables = { ...origins, ...keys, [api.originVariable]: golden.origin };
    const startShell = (more: Readonly<Record<string, string>>) =>
      keep(openGateShell({ ...variables, ...more }, signal), (each) => each.stop());
    const starting = startShell({
      [remote.originVariable]: candidate.origin,
      [remote.publicKeyVariable]: [candidate.publicKey, keys[remote.publicKeyVariable]]
        .filter((key) => key !== undefined)
        .join(','),
    });
    let started: Promise<GateShell> | null = null;
    const live = () => (started ??= startShell({}));
    const [browser, pointers] = await Promise.all([
      launching,
      Promise.all(
        remoteList.map(async (each) => [each.name, await pointerAt(originOfRemote(each))] as const),
      ),
    ]);
    const isKnown =
      !browser || (await recallViews(looksOf(remote, browser, Object.fromEntries(pointers)))) !== null;
    const [fresh] = await Promise.all([starting, isKnown ? null : live()]);
    return { candidate, fresh, browser, live, ownVersion: () => pointerAt(originOfRemote(remote)), signal };
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

// Loaded as it is wanted: a driver takes as long as a shell's start.
const launchBrowser = async (executablePath: string): Promise<Browser> => {
  const { chromium } = await import('@playwright/test');
  return chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS], handleSIGINT: false });
};

/** Version that an origin's pointer names; empty where it names none. */
const pointerAt = (origin: string): Promise<string> =>
  fetch(`${origin}/${ORIGIN_FILES.pointer}`, { signal: AbortSignal.timeout(POINTER_DEADLINE) })
    .then(async (response) => Value.Decode(PointerSchema, await response.json()).version)
    .catch(() => '');

const looksOf = (remote: Remote, browser: Browser, releases: Readonly<Record<string, string>>): Looks => ({
  remote: remote.name,
  releases,
  shell: readFileSync(path.join(repositoryRoot, shell.folder, 'dist/.version'), 'utf8'),
  browser: browser.version(),
});

function browserHere(): string {
  try {
    return findTestBrowser();
  } catch (cause) {
    throw new Error(
      `${messageOf(cause)}\nWithout one it is not checked: ${NOT_CHECKED}. Release with ${WITHOUT_BROWSER} if that is what you want`,
      { cause },
    );
  }
}

async function compareInBrowser(
  { fresh, browser, live, ownVersion, signal }: Stage,
  remote: Remote,
  built: BuiltRelease,
) {
  const { version } = built.release;
  if (!browser) throw new Error('The gate was opened without a browser');
  await untilOthers(fresh, remote);
  await pagesWithout(fresh, WHOLE_DEADLINE.fresh, signal);
  const releases = await fresh.versions();
  const looks = (own: string) => looksOf(remote, browser, { ...releases, [remote.name]: own });
  const folder = path.join(repositoryRoot, remote.folder, 'dist/.pictures', version);
  await rm(folder, { recursive: true, force: true });

  const before = await recallViews(looks(await ownVersion()));
  const checked = before && (await checkViews(browser, { live: before, fresh: fresh.url }, remote, folder));
  if (checked?.findings.length === 0) {
    await rememberViews(looks(version), checked.seen);
    return `${String(checked.compared)} views, nothing else changed, live pages as seen before`;
  }
  // What is remembered may let a release pass; only what is live may reject it.
  const beside = await live();
  await untilOthers(beside, remote);
  const [lacking] = await pagesWithout(beside, WHOLE_DEADLINE.live, signal);
  if (lacking !== undefined)
    throw new Error(
      `The live page ${lacking} lacks data here, so nothing can be compared with it: try again`,
    );
  const { findings, compared, seen } = await checkViews(
    browser,
    { live: beside.url, fresh: fresh.url },
    remote,
    folder,
  );
  if (findings.length === 0) {
    await rememberViews(looks(version), seen);
    return `${String(compared)} views, nothing else changed`;
  }
  const sentences = await nameSources(sentencesOf(findings).join('\n'), built);
  throw new Error(
    `In a browser ${version} harms the site; nothing was published:\n${sentences}\nPictures (live.png, new.png, difference.png): ${folder}`,
  );
}

/** Pages that do not come with all of their data in time. */
async function pagesWithout({ url }: GateShell, within: number, signal: AbortSignal): Promise<string[]> {
  const pages = Object.values(PAGES);
  const whole = await Promise.all(pages.map((page) => comesWhole(url + page, within, signal)));
  return pages.filter((_, index) => !whole[index]);
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
