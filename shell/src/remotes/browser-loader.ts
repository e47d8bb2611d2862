import { readJson } from '../app/embedded-json';
import { createFederationHost } from './federation-host';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import { RELEASE_SET_ELEMENT, RELEASE_SET_PATH, type ReleaseSet } from './release-set';

/** Milliseconds that the shell may take to tell the live set. */
const RELEASE_SET_TIMEOUT = 5_000;

/** The loader of the page in the browser, for the release set that the document names. */
export function createBrowserLoader(): RemoteLoader {
  return createRemoteLoader({ host: createFederationHost(), releaseSet: readReleaseSet(), fetchReleaseSet });
}

function readReleaseSet(): ReleaseSet {
  const set = readJson<ReleaseSet>(RELEASE_SET_ELEMENT);
  if (!set) throw new Error(`The document has no #${RELEASE_SET_ELEMENT}`);
  return set;
}

async function fetchReleaseSet(): Promise<ReleaseSet> {
  const response = await fetch(RELEASE_SET_PATH, { signal: AbortSignal.timeout(RELEASE_SET_TIMEOUT) });
  if (!response.ok) throw new Error(`${RELEASE_SET_PATH} answered ${String(response.status)}`);
  return (await response.json()) as ReleaseSet;
}
