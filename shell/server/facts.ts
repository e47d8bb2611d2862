import { ContentReportSchema, OWNER, PublishedOwnerSchema } from '@vidlunnia/content';
import { checked } from '@vidlunnia/settings/checked';
import type { FactsSource } from '@vidlunnia/engine';
import { CONTENT_HEADER } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import type { DataHandling, SiteFacts } from '../src/texts/texts';

/** For the API's response. */
const TIMEOUT_MS = 2_000;
/** For the API to read a draft. */
const DRAFT_TIMEOUT_MS = 10_000;

/** The owner's details in the API's content, and what the operator does with submissions. */
export const factsSource = (apiOrigin: string, handling: DataHandling): FactsSource => ({
  name: 'The owner’s details',
  initial: { owner: OWNER, ...handling } satisfies SiteFacts,
  load: async (version) => {
    const signal = AbortSignal.timeout(version === undefined ? TIMEOUT_MS : DRAFT_TIMEOUT_MS);
    const headers = version === undefined ? {} : { [CONTENT_HEADER]: version };
    const response = await fetch(`${apiOrigin}${api.prefix}/content`, { headers, signal }).catch(() => null);
    if (!response?.ok) {
      await response?.body?.cancel();
      return null;
    }
    // An older API responds to a draft's version with its live content.
    const { version: found, owner } = checked(
      ContentReportSchema,
      await response.json(),
      'the API’s content',
    );
    return { version: found, facts: owner };
  },
  check: (loaded): SiteFacts => ({
    owner: checked(PublishedOwnerSchema, loaded, 'owner.json'),
    ...handling,
  }),
});
