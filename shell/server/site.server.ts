import { CONTRACT_VERSIONS } from '@vidlunnia/contracts';
import type { ServerSite } from '@vidlunnia/engine';
import { sitePages } from '../src/pages';
import type { DataHandling } from '../src/texts/texts';
import { factsSource } from './facts';
import { GOLDEN_PAGES } from './golden-pages';
import { headTags } from './head';
import { noticePage } from './notices';
import { requestReader } from './requests';

interface Settings extends DataHandling {
  readonly apiOrigin: string;
}

/** «Відлуння» in the server. */
export const serverSite = ({ apiOrigin, retentionMonths, telegramDetails }: Settings): ServerSite => ({
  ...sitePages,
  contractVersions: CONTRACT_VERSIONS,
  language: 'uk',
  requestOf: requestReader(apiOrigin),
  headTags,
  prefetched: ['/', '/blog', '/blog/*', '/privacy'],
  // Of the sanitiser of posts.
  trustedTypes: ['dompurify'],
  // Hash of an empty style element: emotion, inside react-select, inserts one and fills it by script.
  styleSources: ["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
  noticePage,
  facts: factsSource(apiOrigin, { retentionMonths, telegramDetails }),
  goldenPages: GOLDEN_PAGES,
});
