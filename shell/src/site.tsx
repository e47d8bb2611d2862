import { PAGE_TABLE } from '@vidlunnia/contracts';
import type { Site } from '@vidlunnia/engine';
import { Failed, Waiting } from './islands/fallbacks';
import { propsOf, slotsOf } from './islands/props';
import { addressOf, HEADS, pageAt, type Page } from './pages';
import { setFacts, TEXTS } from './texts/texts';

/** «Відлуння» in browsers, render workers and the server. */
export const site = {
  modules: PAGE_TABLE,
  pageAt,
  addressOf,
  headOf: ({ kind }: Page) => HEADS[kind],
  dataAddress: (page: Page) => (page.kind === 'post' ? `/api${addressOf(page)}` : undefined),
  slotsOf,
  propsOf,
  setFacts,
  Waiting,
  Failed,
  recovered: TEXTS['fallback.recovered'],
} satisfies Site;
