import '@vidlunnia/ui/global.css';
import type { Api } from '@vidlunnia/contracts';
import type { PageServices } from './islands/island';
import { setVisit, watchErrors } from './failures';
import { IslandStore, Observable } from './islands/lifecycle';
import { ServedIslands } from './islands/served-islands';
import { pageAt } from './pages/pages';
import { PAGE_START_ELEMENT, readJson, type PageStart } from './pages/rendered-page';
import { RELEASE_SET_ELEMENT, type ReleaseSet, type RemoteLoader } from './remotes/release-set';
import { setSiteFacts } from './site/site';

/** Milliseconds after which an island continues without its data; the API client's own timeout is shorter. */
const DATA_DEADLINE = 10_000;
/** Milliseconds for which header and navigation wait for the islands that the visitor wanted first. */
const ISLANDS_FIRST = 1_500;

watchErrors();
const { starter } = window;
const { islands, submission, retentionMonths, complete, files } = readJson<PageStart>(PAGE_START_ELEMENT);
const releaseSet = readJson<ReleaseSet>(RELEASE_SET_ELEMENT);
setSiteFacts({ owner: releaseSet.owner, retentionMonths });

/** The loader's code, with the federation's runtime, is loaded with the first module. */
let loader: RemoteLoader | undefined;
const api = createBrowserApi();
const store = new IslandStore(
  {
    loader: {
      load: async (id) => {
        const { createBrowserLoader } = await import(
          /* webpackChunkName: "remotes" */ './remotes/browser-loader'
        );
        loader ??= createBrowserLoader(releaseSet);
        return loader.load(id);
      },
    },
    api,
    dataDeadline: DATA_DEADLINE,
    note: (id, stage, error) => {
      console.error(`${id} could not be loaded`, error);
      return { id, stage, reason: String(error) };
    },
  },
  releaseSet.zones,
);
const services: Omit<PageServices, 'mode'> = {
  store,
  api,
  submission,
  // From the server, which has checked the service in the address.
  contactChoice: new Observable(islands['forms/ContactForm']?.slot ?? {}),
};

// A rejected form's page has the API's address; replace it with the page's.
if (submission?.accepted === false) window.history.replaceState(null, '', `/${window.location.hash}`);
const first = new ServedIslands(pageAt(window.location.pathname), islands, services, starter);

/** Header and links work natively until this code is loaded. After a failure, the next press loads it again. */
async function startApp(): Promise<void> {
  try {
    const { startBrowserApp } = await import(/* webpackChunkName: "app" */ './app/start-browser-app');
    for (const [href] of files.app) {
      if (href.endsWith('.css')) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
      }
    }
    startBrowserApp(services, complete);
  } catch (error) {
    console.error('The header could not be made live', error);
    window.addEventListener('pointerdown', () => void startApp(), { once: true });
  }
}

starter.onWanted = (id) => void first.start(id);
const wanted = Promise.all([...starter.wanted].map((id) => first.start(id)));
const deadline = new Promise((resolve) => setTimeout(resolve, starter.wanted.size > 0 ? ISLANDS_FIRST : 0));
const started = Promise.race([wanted, deadline]).then(startApp);
// Last, so visitors never wait for it.
setVisit(started.then(untilIdle).then(beginVisit));

async function beginVisit(): Promise<string | null> {
  const visit = await import(/* webpackChunkName: "visit" */ './visit');
  return visit.beginVisit(releaseSet.id);
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

/** The API on the site's own origin. The HTTP client is loaded with the first call, not with the page. */
function createBrowserApi(): Api {
  let api: Required<Api> | undefined;
  const client = async () => {
    const { createApiClient } = await import(/* webpackChunkName: "http" */ '@vidlunnia/http');
    return (api ??= createApiClient({ baseUrl: '/api' }));
  };
  return {
    home: async (section, options) => (await client()).home(section, options),
    services: async (options) => (await client()).services(options),
    posts: async (options) => (await client()).posts(options),
    post: async (id, options) => (await client()).post(id, options),
    formToken: async (options) => (await client()).formToken(options),
    apply: async (application, options) => (await client()).apply(application, options),
    contact: async (message, options) => (await client()).contact(message, options),
  };
}
