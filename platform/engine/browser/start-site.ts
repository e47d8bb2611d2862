import { setVisit, watchErrors } from '../page/failures';
import { PageSlots, type PageServices } from '../page/islands/island';
import { IslandStore } from '../page/islands/lifecycle';
import { PAGE_START_ELEMENT, readJson, type PageStart } from '../page/rendered-page';
import { RELEASE_SET_ELEMENT, type ReleaseSet, type RemoteLoader } from '../page/remotes/release-set';
import type { SharedLibraries, Site, SiteFrame } from '../site';
import { ServedIslands } from './islands/served-islands';

/** Milliseconds after which an island continues without its data; the API client's own timeout is shorter. */
const DATA_DEADLINE = 10_000;
/** Milliseconds for which the frame and navigation wait for the islands that the visitor wanted first. */
const ISLANDS_FIRST = 1_500;

/** A site in the browser. Its larger parts are loaded when they are needed. */
export interface BrowserSite extends Site {
  /** Client of the site's API. */
  readonly api: object;
  /** Loads the frame, in the chunk `app`. */
  loadFrame(): Promise<SiteFrame>;
  /** Loads what remotes share, in the chunk `remotes`, before a remote's first module. Called once if it succeeds. */
  loadLibraries(): Promise<SharedLibraries>;
}

/** Makes the document's page live. Throws when the document has no page of the engine. */
export function startSite(site: BrowserSite): void {
  watchErrors();
  const { starter } = window;
  const { islands, input, address, complete, files } = readJson<PageStart>(PAGE_START_ELEMENT);
  const releaseSet = readJson<ReleaseSet>(RELEASE_SET_ELEMENT);
  site.setFacts?.(releaseSet.facts);
  const { api } = site;
  const store = new IslandStore(
    site,
    {
      load: lazyLoader(site, releaseSet),
      api,
      dataDeadline: DATA_DEADLINE,
      note: (id, stage, error) => {
        console.error(`${id} could not be loaded`, error);
        return { id, stage, reason: String(error) };
      },
    },
    releaseSet.zones,
  );
  const slots = new PageSlots(site.slotsOf?.(input) ?? {});
  const services: Omit<PageServices, 'mode'> = { site, store, api, input, slots };
  if (address !== undefined) window.history.replaceState(null, '', address + window.location.hash);
  const first = new ServedIslands(site.pageAt(window.location.pathname), islands, services, starter);

  const preloaded = new Set<string>();
  const preloadData = (pathname: string) => {
    const href = site.dataAddress?.(site.pageAt(pathname));
    if (href === undefined || preloaded.has(href)) return;
    preloaded.add(href);
    const link = { rel: 'preload', as: 'fetch', href, crossOrigin: 'anonymous' };
    document.head.append(Object.assign(document.createElement('link'), link));
  };

  /** The frame and links work natively until this code is loaded. After a failure, the next press loads it again. */
  const startFrame = async (): Promise<void> => {
    try {
      const [{ startApp }, frame] = await Promise.all([
        import(/* webpackChunkName: "app" */ './app/start-app'),
        site.loadFrame(),
      ]);
      for (const [href] of files.app) {
        if (href.endsWith('.css')) {
          document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
        }
      }
      startApp(frame, services, complete, preloadData);
    } catch (error) {
      console.error('The frame could not be made live', error);
      window.addEventListener('pointerdown', () => void startFrame(), { once: true });
    }
  };

  starter.onWanted = (id) => void first.start(id);
  const wanted = Promise.all([...starter.wanted].map((id) => first.start(id)));
  const deadline = new Promise((resolve) => setTimeout(resolve, starter.wanted.size > 0 ? ISLANDS_FIRST : 0));
  const started = Promise.race([wanted, deadline]).then(startFrame);
  // Last, so visitors never wait for it.
  setVisit(
    started.then(untilIdle).then(async () => {
      const { beginVisit } = await import(/* webpackChunkName: "visit" */ './visit');
      return beginVisit(releaseSet.id);
    }),
  );
}

/** The loader's code, with the federation's runtime, is loaded with the first module; after a failure, again. */
function lazyLoader(site: BrowserSite, releaseSet: ReleaseSet): RemoteLoader {
  let opened: Promise<RemoteLoader> | undefined;
  const open = async () => {
    const [{ createBrowserLoader }, libraries] = await Promise.all([
      import(/* webpackChunkName: "remotes" */ './remotes/browser-loader'),
      site.loadLibraries(),
    ]);
    return createBrowserLoader(releaseSet, libraries);
  };
  return async (id) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return (await opened)(id);
  };
}

/** Some browsers lack `requestIdleCallback`. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const { requestIdleCallback = setTimeout } = window as Partial<Window>;
    requestIdleCallback(() => {
      resolve();
    });
  });
}
