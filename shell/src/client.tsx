import '@vidlunnia/ui/global.css';
import { createBrowserApi } from './api/browser-api';
import { announcements } from './app/announcer';
import { readJson } from './document/embedded-json';
import { ContactChoice } from './islands/contact-choice';
import { Islands } from './islands/islands';
import { TreeIsland } from './islands/tree-island';
import { chosenService } from './pages/chosen-service';
import { pageAt } from './pages/pages';
import { ServedPage } from './app/served-page';
import { IslandStore } from './islands/island-store';
import { createLazyLoader } from './remotes/lazy-loader';
import { RELEASE_SET_ELEMENT, type ReleaseSet } from './remotes/release-set';
import { PAGE_START_ELEMENT, type PageStart } from './starter/page-start';

/** Milliseconds after which the page goes on without an island's data; the API client's own time-out is shorter. */
const DATA_DEADLINE = 10_000;
/** Milliseconds for which header and navigation wait while islands that were wanted first become live. */
const ISLANDS_FIRST = 1_500;

const { starter } = window;
const start = readPageStart();
const { islands, submission, retentionMonths, complete } = start;
const api = createBrowserApi();
const store = new IslandStore({
  loader: createLazyLoader(async () => {
    const { createBrowserLoader } = await import(
      /* webpackChunkName: "remotes" */ './remotes/browser-loader'
    );
    return createBrowserLoader();
  }),
  api,
  dataDeadline: DATA_DEADLINE,
  zones: readJson<ReleaseSet>(RELEASE_SET_ELEMENT)?.zones ?? [],
  log: (message, error) => {
    console.error(message, error);
  },
});
const contactChoice = new ContactChoice(chosenService(window.location.search));
const services = {
  store,
  api,
  announce: announcements.say,
  submission,
  contactChoice,
  retentionMonths,
  settled: false,
};

// A form that was rejected is answered under the API's address, which is no page's.
if (submission?.accepted === false) window.history.replaceState(null, '', `/${window.location.hash}`);
const main = document.getElementById('main');
// Without it the server left the page to the browser.
const served = main && new ServedPage(main, complete);
const first = new Islands({ page: pageAt(window.location.pathname), islands, services, starter });

/** Until its code comes header and links are the browser's own; the next press asks for it again. */
async function startApp(): Promise<void> {
  try {
    await tryToStartApp();
  } catch (error) {
    console.error('The header could not be made live', error);
    window.addEventListener('pointerdown', () => void startApp(), { once: true });
  }
}

async function tryToStartApp(): Promise<void> {
  const { startBrowserApp } = await import(/* webpackChunkName: "app" */ './app/start-browser-app');
  for (const [href] of start.files.app) {
    if (href.endsWith('.css')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    }
  }
  startBrowserApp({ services: { ...services, IslandContent: TreeIsland }, served, islands: first });
}

starter.onWanted = (id) => void first.start(id);
const wanted = Promise.all([...starter.wanted].map((id) => first.start(id)));
const patience = new Promise((resolve) => setTimeout(resolve, starter.wanted.size > 0 ? ISLANDS_FIRST : 0));
void Promise.race([wanted, patience]).then(startApp);

function readPageStart(): PageStart {
  const start = readJson<PageStart>(PAGE_START_ELEMENT);
  if (!start) throw new Error(`The document has no #${PAGE_START_ELEMENT}`);
  return start;
}
