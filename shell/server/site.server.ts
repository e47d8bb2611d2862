import { CONTRACT_VERSIONS } from '@vidlunnia/contracts';
import type { ServerSite } from '@vidlunnia/engine';
import { sitePages, type Page } from '../src/pages';
import { factsSource } from './facts';
import { GOLDEN_PAGES } from './golden-pages';
import { headTags } from './head';
import { noticePage } from './notices';
import { requestReader } from './requests';

interface Settings {
  readonly apiOrigin: string;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
}

/** «Відлуння» in the server. */
export const serverSite = ({ apiOrigin, retentionMonths }: Settings): ServerSite => ({
  ...sitePages,
  contractVersions: CONTRACT_VERSIONS,
  language: 'uk',
  requestOf: requestReader(apiOrigin),
  headTags,
  prefetched: ['/', '/blog', '/blog/*', '/privacy'],
  // Other pages do not use all fonts.
  usesAllFonts: ({ kind }: Page) => kind === 'home',
  // Of the sanitiser of posts.
  trustedTypes: ['dompurify'],
  noticePage,
  facts: factsSource(apiOrigin, retentionMonths),
  goldenPages: GOLDEN_PAGES,
});
