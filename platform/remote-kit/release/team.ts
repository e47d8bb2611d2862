import { checked } from '@vidlunnia/settings/checked';
import { RELEASE_REPORT_PATH, ReleaseReportSchema, type ReleaseReport } from '@vidlunnia/releases/release';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { type Environment, getter, SETTINGS, siteUrlOf } from '@vidlunnia/settings';
import { reasonOf } from '@vidlunnia/settings/machine';
import { readRemote, type Remote, type RemotePackage } from '@vidlunnia/settings/topology';
import type { Say } from '../process/task';
import { folderTarget } from './publish';
import { s3Target } from './s3-target';

/** The context of a team's command. */
export interface Team {
  readonly remote: RemotePackage;
  readonly environment: Environment;
  /** Where releases are published. */
  readonly target: ObjectStore;
  /** Where visitors see them. */
  readonly site: Site;
  readonly say: Say;
}

/** The team in whose folder npm runs its script. Throws when the folder has none, or when a variable is invalid. */
export function teamHere(environment: Environment, say: Say): Team {
  const remote = readRemote(process.cwd());
  const [target, site] = [targetOf(remote, environment), siteOf(environment)];
  return { remote, environment, target, site, say };
}

/** Where a team publishes: its part of `RELEASE_TARGET`. Throws when a variable is invalid. */
export function targetOf(remote: Pick<Remote, 'folder'>, environment: Environment): ObjectStore {
  const place = getter(environment)(SETTINGS.releaseTarget);
  return place?.kind === 's3'
    ? s3Target(place.bucket, `${place.prefix}${remote.folder}`, environment)
    : folderTarget(remote, environment);
}

const TIMEOUT_MS = 2_000;

/** A running site that reports its live releases. */
export interface Site {
  readonly url: string;
  /** The shell's report, or a sentence why there is none. Never rejects. */
  ask(): Promise<ReleaseReport | string>;
}

/** The site at `SITE_URL`, else on this machine at the shell's port. Throws when a variable is invalid. */
export function siteOf(environment: Environment): Site {
  const url = siteUrlOf(getter(environment));
  return { url, ask: () => ask(new URL(RELEASE_REPORT_PATH, url).href) };
}

async function ask(address: string): Promise<ReleaseReport | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return `${address} answered ${String(response.status)}`;
    return checked(ReleaseReportSchema, await response.json(), 'the answer');
  } catch (error) {
    return `${address} gave no report: ${reasonOf(error)}; SITE_URL says where the site is`;
  }
}
