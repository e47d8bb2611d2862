import { createElement } from 'react';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { readJson } from '../document/embedded-json';
import { provideToastHost, ToastHost } from '../toasts';
import { createFederationHost } from './federation-host';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import { RELEASE_SET_ELEMENT, RELEASE_SET_PATH, type LiveReleaseSet, type ReleaseSet } from './release-set';

/** Milliseconds that the shell may take to send the live set. */
const RELEASE_SET_TIMEOUT = 5_000;

/** The loader of the page in the browser, for the release set that the document names. */
export function createBrowserLoader(): RemoteLoader {
  provideToastHost(createElement(ToastHost));
  return createRemoteLoader({
    host: createFederationHost(),
    releaseSet: readReleaseSet(),
    // Many islands may ask at the same time.
    fetchReleaseSet: () => fetchInSingleFlight(RELEASE_SET_PATH),
  });
}

function readReleaseSet(): ReleaseSet {
  const set = readJson<ReleaseSet>(RELEASE_SET_ELEMENT);
  if (!set) throw new Error(`The document has no #${RELEASE_SET_ELEMENT}`);
  return set;
}

const fetchInSingleFlight = singleFlight(async (path: string): Promise<LiveReleaseSet> => {
  const response = await fetch(path, { signal: AbortSignal.timeout(RELEASE_SET_TIMEOUT) });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
  return (await response.json()) as LiveReleaseSet;
});
