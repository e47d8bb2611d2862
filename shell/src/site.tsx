import type { Site } from '@vidlunnia/engine';
import { Failed, Waiting } from './islands/fallbacks';
import { propsOf, slotsOf } from './islands/props';
import { addressOf, sitePages, type Page } from './pages';
import { setFacts, TEXTS } from './texts/texts';

/** «Відлуння» in browsers and render workers. */
export const site = {
  ...sitePages,
  dataAddress: (page: Page) => (page.kind === 'post' ? `/api${addressOf(page)}` : undefined),
  slotsOf,
  propsOf,
  setFacts,
  Waiting,
  Failed,
  recovered: TEXTS['fallback.recovered'],
} satisfies Site;
