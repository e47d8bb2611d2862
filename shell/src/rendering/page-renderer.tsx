import type { Api, ModuleId, PageHead } from '@vidlunnia/contracts';
import { HttpError } from '@vidlunnia/http';
import { PageFrame } from '../app/app';
import type { Failure } from '../failure';
import { contactSlot } from '../islands/island';
import { IslandStore, Observable } from '../islands/lifecycle';
import type { PageRequest } from '../pages/page-request';
import { rowOf, type Zone } from '../pages/page-table';
import { HEADS, islandsOf, type Page } from '../pages/pages';
import type { RenderedPage } from '../pages/rendered-page';
import type { RemoteLoader } from '../remotes/federation';
import { DEADLINES } from './deadlines';
import { describeError } from './describe-error';
import { renderIslands, type Rendering } from './render-islands';

interface PageRendererOptions {
  readonly loader: RemoteLoader;
  /** Zones of the release set; none when absent. */
  readonly zones?: readonly Zone[];
  /** Milliseconds for an island's data before the page is rendered without them. */
  readonly dataDeadline: number;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Milliseconds for the whole page, including its data: parts that are still waiting are cut off. */
  readonly renderDeadline?: number;
}

type RenderPage = (
  request: Omit<PageRequest, 'golden' | 'requestId'>,
  api: Api,
  onIsland?: Rendering['onIsland'],
) => Promise<RenderedPage>;

/** Renders pages: loads every island at once, waits for all, renders the result. */
export function createPageRenderer(options: PageRendererOptions): RenderPage {
  const { loader, zones, dataDeadline, retentionMonths, renderDeadline = DEADLINES.rendering } = options;
  return async ({ page, submission, service }, api, onIsland) => {
    const signal = AbortSignal.timeout(renderDeadline);
    const failures: Failure[] = [];
    /** The error of the last failure, by island. */
    const errors = new Map<ModuleId | 'page', unknown>();
    const note = (id: ModuleId | 'page', stage: Failure['stage'], error: unknown): Failure => {
      const failure = { id, stage, reason: describeError(error) };
      failures.push(failure);
      errors.set(id, error);
      return failure;
    };
    const store = new IslandStore({ loader, api, dataDeadline, note }, zones);
    await store.open(page);
    // A zone is only a part of a page: it may have no data, and does not change the head.
    const heads = islandsOf(page, []).map(({ id, params }) => {
      const { loaded, data } = store.island(id, params).state.get();
      if (loaded && rowOf(id).loads && !loaded.module.load) note(id, 'data', 'it loads none');
      return loaded?.module.head?.(data);
    });
    const head = heads.findLast((each) => each !== undefined);
    const kind = kindOf(page, head, errors);
    const contactChoice = new Observable(contactSlot(service));
    const services = { store, api, submission, contactChoice, retentionMonths };
    const rendering = { services, onIsland, note, failures, signal };
    const html = await renderIslands(<PageFrame page={page} served={null} />, rendering);
    return { kind, head: head ?? HEADS[page.kind], html, failures };
  };
}

/** The island that is the page's content, if it is a single one. */
const CONTENT_OF: Readonly<Partial<Record<Page['kind'], ModuleId>>> = {
  post: 'blog/Post',
  archive: 'blog/Archive',
};

/** What the page of these islands is. Visitors read the same text on a missing and on a lost one. */
function kindOf(
  { kind }: Page,
  head: PageHead | undefined,
  errors: ReadonlyMap<string, unknown>,
): RenderedPage['kind'] {
  const content = CONTENT_OF[kind];
  if (kind === 'unknown' || head?.missing) return 'missing';
  if (content === undefined || !errors.has(content)) return 'page';
  const error = errors.get(content);
  return error instanceof HttpError && error.status === 404 ? 'missing' : 'lost';
}
