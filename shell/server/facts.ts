import { ContentReportSchema, OWNER, PublishedOwnerSchema } from '@vidlunnia/content';
import { checked } from '@vidlunnia/settings/checked';
import type { FactsSource, LoadedFacts } from '@vidlunnia/engine';
import { createHeldReader } from '@vidlunnia/engine/server';
import { CONTENT_HEADER } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import type { DataHandling, SiteFacts } from '../src/texts/texts';

/** For the API's response. */
const TIMEOUT_MS = 2_000;
/** For the API to read a draft. */
const DRAFT_TIMEOUT_MS = 10_000;

/** The owner’s details in the API's content, and what the operator does with submissions. */
export function factsSource(apiOrigin: string, handling: DataHandling): FactsSource {
  const url = `${apiOrigin}${api.prefix}/content`;
  const readLive = createHeldReader({ url, timeoutMs: TIMEOUT_MS, read: loadedFrom });
  return {
    name: 'The owner’s details',
    initial: { owner: OWNER, ...handling } satisfies SiteFacts,
    load: (version) => {
      if (version === undefined) return readLive();
      const signal = AbortSignal.timeout(DRAFT_TIMEOUT_MS);
      return loadedFrom(fetch(url, { headers: { [CONTENT_HEADER]: version }, signal }));
    },
    check: (loaded): SiteFacts => ({
      owner: checked(PublishedOwnerSchema, loaded, 'owner.json'),
      ...handling,
    }),
  };
}

async function loadedFrom(requested: Promise<Response>): Promise<LoadedFacts | null> {
  const response = await requested.catch(() => null);
  if (!response?.ok) {
    await response?.body?.cancel();
    return null;
  }
  // An older API responds to a draft's version with its live content.
  const { version, owner } = checked(ContentReportSchema, await response.json(), 'the API’s content');
  return { version, facts: owner };
}
