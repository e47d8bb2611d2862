import { Value } from '@sinclair/typebox/value';
import { CONTRACT_VERSION } from '@vidlunnia/shared/contracts';
import { PointerSchema, ReleaseSchema, type Release } from '@vidlunnia/shared/contracts/release';
import type { Remote } from '@vidlunnia/shared/topology';
import { ReleaseRefused } from './release-refused';

/** Milliseconds that a team's origin may take for one of its small files. */
const TIMEOUT = 2_000;

/** Version that a team's pointer names. Rejects with `ReleaseRefused` when the pointer is missing or malformed. */
export async function fetchPointer(remote: Remote, origin: string): Promise<string> {
  const pointer = await fetchJson(remote, `${origin}/current.json`);
  if (!Value.Check(PointerSchema, pointer)) {
    throw new ReleaseRefused(remote.name, 'the pointer current.json is malformed');
  }
  return pointer.version;
}

/** Reads and checks a release's description. Rejects with `ReleaseRefused`, which says what is wrong with it. */
export async function fetchRelease(remote: Remote, origin: string, version: string): Promise<Release> {
  const release = await fetchJson(remote, `${origin}/${version}/release.json`);
  if (!Value.Check(ReleaseSchema, release)) {
    const [problem] = Value.Errors(ReleaseSchema, release);
    const where = problem ? ` at ${problem.path}: ${problem.message}` : '';
    throw new ReleaseRefused(remote.name, `release.json of ${version} is malformed${where}`);
  }
  checkIdentity(remote, version, release);
  return release;
}

function checkIdentity(remote: Remote, version: string, release: Release): void {
  const refuse = (reason: string) => {
    throw new ReleaseRefused(remote.name, `release ${version} ${reason}`);
  };
  if (release.name !== remote.name) refuse(`is one of ${release.name}`);
  if (release.version !== version) refuse(`calls itself ${release.version}`);
  // A name that another release bears would make the page take that one's code for this.
  if (release.container !== `${remote.name}_${version}`) refuse(`calls its container ${release.container}`);
  if (release.contract !== CONTRACT_VERSION) {
    refuse(`was built for contract ${String(release.contract)}; this shell has ${String(CONTRACT_VERSION)}`);
  }
  const missing = remote.exposes.filter((module) => !release.modules[module]);
  if (missing.length > 0) refuse(`does not expose ${missing.join(', ')}`);
  const ofModules = Object.values(release.modules).flatMap(({ js, css }) => [...js, ...css]);
  const listed = [release.entry, release.serverEntry, ...ofModules];
  const unlisted = listed.filter((file) => !release.files[file]);
  if (unlisted.length > 0) refuse(`needs files that it does not list: ${unlisted.join(', ')}`);
}

async function fetchJson(remote: Remote, url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch((cause: unknown) => {
    throw new ReleaseRefused(remote.name, `${url} could not be reached`, { cause });
  });
  if (!response.ok) throw new ReleaseRefused(remote.name, `${url} answered ${String(response.status)}`);
  return response.json().catch((cause: unknown) => {
    throw new ReleaseRefused(remote.name, `${url} is no JSON`, { cause });
  });
}
