import { LRUCache } from 'lru-cache';
import { modulesOf, nextPage, pageAt, type Page } from '../src/pages/pages';
import { HEADS } from '../src/pages/page-heads';
import type { ClientBuild, InlineScript } from './client-build';
import { createPageEncoder, plainPage, type EncodedPage } from './cache/encode';
import type { PageCache, PageResult } from './cache/page-cache';
import { renderDocument, type DocumentInput } from './document';
import { filesOf } from './page-files';
import type { PageStyles } from './styles/page-styles';
import type { PageRequest } from '../src/pages/page-request';
import { DEVELOPMENT_SCRIPT } from './plugins/development';
import { TooManyRendersError } from './plugins/render-limit';
import type { Live, LiveSite } from './releases/live-site';
import { SaturatedError } from './render/supervised-worker';

/** What became of a page that a worker was to render; `shed` when that had too much to do. */
export type Rendering = 'rendered' | 'failed' | 'shed';

/** The response to a page request. */
export interface PageResponse {
  readonly page: EncodedPage;
  readonly releaseSet: string;
  /** Whether shared caches may keep it. */
  readonly shared: boolean;
}

/**
 * `allowRender` is asked before a page is rendered for this request; when it rejects with `TooManyRendersError`, so does
 * the response. Nobody is asked for what is in the cache.
 */
export type RespondToPage = (
  request: PageRequest,
  allowRender?: () => Promise<void>,
) => Promise<PageResponse>;

interface Options {
  readonly build: ClientBuild;
  readonly starter: InlineScript;
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly site: Pick<LiveSite, 'current'>;
  readonly cache: PageCache;
  /** Whether somebody works on the site: every page is rendered again. */
  readonly development: boolean;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  readonly pageStyles: PageStyles;
  readonly log: { warn(message: string): void };
  /** Is told of every rendering how many seconds it took, and whether it gave a page. */
  readonly onRendered?: (outcome: Rendering, seconds: number) => void;
  /** Is told of every page that there is what it lacks, be it nothing. */
  readonly onProblems?: (pathname: string, problems: readonly string[]) => void;
}

/** Responds with the cached page, a fresh one, or, when nothing can render it, one that the browser renders. */
export function createPageResponder({
  build,
  starter,
  siteUrl,
  site,
  cache,
  development,
  retentionMonths,
  pageStyles,
  log,
  onRendered = () => undefined,
  onProblems = () => undefined,
}: Options): RespondToPage {
  let cached = '';
  const encodePage = createPageEncoder();
  const noticed = new LRUCache<string, true>({ max: 100, ttl: 3_600_000, noUpdateTTL: true });

  return async (request, allowRender) => {
    const page = pageAt(request.pathname);
    const live = site.current();
    if (live.releaseSet.id !== cached) cache.clear();
    cached = live.releaseSet.id;
    const key = `${live.releaseSet.id} ${keyOf(page, request)}`;
    const renderPage = async () => {
      await allowRender?.();
      return render(live, page, request);
    };
    const personal = isPersonal(request);
    const rendering = personal || development ? renderPage() : cache.get(key, renderPage);
    const result = await rendering.catch((error: unknown) => {
      if (error instanceof TooManyRendersError) throw error;
      if (error instanceof SaturatedError && !personal) return shed(live, page);
      log.warn(
        `${request.pathname} is left to the browser: ${error instanceof Error ? error.message : String(error)}`,
      );
      return browserRendered(live, page, request);
    });
    return {
      page: result.page,
      releaseSet: live.releaseSet.id,
      shared: result.cacheable && !personal && !development,
    };
  };

  async function render(
    { releaseSet, renderer }: Live,
    page: Page,
    request: PageRequest,
  ): Promise<PageResult> {
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const rendering = renderer?.render(request) ?? Promise.reject(new Error('no render worker'));
    const { status, html, head, state, problems, notices } = await rendering.catch((error: unknown) => {
      onRendered(error instanceof SaturatedError ? 'shed' : 'failed', seconds());
      throw error;
    });
    onRendered('rendered', seconds());
    for (const problem of problems) log.warn(problem);
    for (const notice of notices ?? []) logOnce(notice);
    if (status !== 404) onProblems(request.pathname, [...problems, ...(notices ?? [])]);
    const make = () => document({ status, releaseSet, page, head, html, state });
    if (page.kind !== 'unknown' && status === 404) return missingPage(releaseSet, page, make);
    return { page: await make(), cacheable: problems.length === 0 || status === 404 };
  }

  /** Once in an hour: what is wrong with the content is met again at every rendering. */
  function logOnce(notice: string): void {
    if (!noticed.has(notice)) log.warn(notice);
    noticed.set(notice, true);
  }

  /** One page for the addresses of all posts that do not exist, another for pages of the archive: nothing on it says which one was requested. */
  async function missingPage(
    { id }: Live['releaseSet'],
    { kind }: Page,
    make: () => Promise<EncodedPage>,
  ): Promise<PageResult> {
    const shared = async () => ({ page: await make(), cacheable: true });
    return { ...(await cache.get(`${id} missing ${kind}`, shared)), missing: true };
  }

  /** A page whose content the browser makes: worse than a rendered one, better than none. */
  async function browserRendered(
    { releaseSet }: Live,
    page: Page,
    { submission }: PageRequest,
  ): Promise<PageResult> {
    // Nobody knows yet whether there is such a post: a search engine is to come again.
    const status = { home: 200, post: 503, archive: 503, privacy: 503, unknown: 404 }[page.kind];
    const head = HEADS[page.kind];
    const state = { islands: {}, submission, retentionMonths, complete: false };
    return { page: await document({ status, releaseSet, page, head, html: '', state }), cacheable: false };
  }

  /** The same page for all whom nobody can render one soon: it costs nothing, and says when to come again. */
  async function shed({ releaseSet }: Live, page: Page): Promise<PageResult> {
    const state = { islands: {}, submission: null, retentionMonths, complete: false };
    const make = async () => ({
      page: await document({ status: 503, releaseSet, page, head: HEADS[page.kind], html: '', state }),
      cacheable: true,
    });
    return { ...(await cache.get(`${releaseSet.id} ${SHED} ${page.kind}`, make)), cacheable: false };
  }

  async function document(
    input: Omit<DocumentInput, 'starter' | 'files' | 'style' | 'siteUrl'>,
  ): Promise<EncodedPage> {
    const { zones } = input.releaseSet;
    const needed = filesOf(
      build,
      input.releaseSet,
      modulesOf(input.page, zones),
      modulesOf(nextPage(input.page), zones),
    );
    const files = development ? { ...needed, scripts: [DEVELOPMENT_SCRIPT] } : needed;
    const style = await pageStyles(files.styles, input.html);
    const html = renderDocument({ ...input, starter, files, style, siteUrl });
    const encode = isPersonal(input.state) ? plainPage : encodePage;
    return encode(input.status, html, [style.source]);
  }
}

/** No address: under none is a page of this key requested. */
const SHED = 'shed';

/** What a visitor typed is for that visitor. */
const isPersonal = ({ submission }: Pick<PageRequest, 'submission'>) => submission?.accepted === false;

/** Unknown addresses are all one page. */
const keyOf = (page: Page, { pathname, submission, service }: PageRequest) =>
  page.kind === 'unknown' ? '' : `${pathname} ${submission?.form ?? ''} ${service ?? ''}`;
