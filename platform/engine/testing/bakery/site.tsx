import { Island, useSlot } from '../../page/islands/island';
import { ANNOUNCER, PageHeadTags, PartBoundary } from '../../page/islands/fallbacks';
import { isZoneId, zoneElement } from '../../page/modules';
import type { FailedProps, IslandInput, PlaceholderProps, Site, SiteFrame } from '../../site';
import { bakeryPages, FACTS, type BakeryFacts, type BakeryPage } from './pages';

export interface BakeryInput {
  /** An order that was sent without a script. */
  readonly order?: { readonly accepted: boolean; readonly values: Readonly<Record<string, string>> };
  /** The bread that the order form opens with. */
  readonly bread?: string;
}

let facts: BakeryFacts = FACTS;

interface Given extends IslandInput {
  readonly input: BakeryInput | null;
}

/** The bakery where its pages are rendered. */
export const bakery = {
  ...bakeryPages,
  slotsOf: (input: BakeryInput | null) => ({
    'orders/OrderForm': input?.bread === undefined ? {} : { chosen: { bread: input.bread } },
  }),
  propsOf(id: string, { api, input, slot }: Given): object {
    if (isZoneId(id)) return { id: zoneElement(id) };
    if (id === 'shop/Jobs') return { form: (jobs: object) => <Island id="orders/JobForm" slot={jobs} /> };
    if (id === 'shop/Visit') return { phone: facts.phone, form: <OrderFormIsland /> };
    if (id.startsWith('orders/')) return { api, order: input?.order ?? null, ...slot };
    return {};
  },
  setFacts: (known: BakeryFacts) => {
    facts = known;
  },
  dataAddress: (page: BakeryPage) =>
    page.kind === 'story' ? `/api${bakeryPages.addressOf(page)}` : undefined,
  Waiting: ({ id }: PlaceholderProps) => <p>{`${id} is loading`}</p>,
  Failed: ({ id, onRetry, retrying = false }: FailedProps) => (
    <div>
      {id === 'news/Story' && <PageHeadTags head={{ title: 'No story' }} />}
      <p>{`${id} failed`}</p>
      {onRetry && <button onClick={onRetry}>{retrying ? 'Retrying' : 'Retry'}</button>}
    </div>
  ),
  recovered: 'Loaded',
} satisfies Site;

const OrderFormIsland = () => <Island id="orders/OrderForm" slot={useSlot('orders/OrderForm')} />;

/** What stands around the bakery's islands. */
export const frame = {
  Frame: ({ page, children }) => (
    <>
      <PartBoundary>
        <header>
          <a href="/">The bakery</a> <a href="/news">News</a> {page.kind}
        </header>
      </PartBoundary>
      {children}
      <PartBoundary>
        <footer>Call {facts.phone}</footer>
      </PartBoundary>
      <span {...ANNOUNCER} hidden />
    </>
  ),
  Content: ({ page: { kind } }) => {
    if (kind === 'hours') return <h1>Open from six</h1>;
    return kind === 'unknown' ? <h1>Nothing here</h1> : null;
  },
  linksBack: { back: ['shop'], 'back-to-news': ['shop', 'list'] },
  useLive: () => undefined,
} satisfies SiteFrame;
