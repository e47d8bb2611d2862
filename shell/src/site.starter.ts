import '@vidlunnia/engine/starter';
import { ARRIVAL_KEY } from './source/arrival';

const root = document.documentElement;
let isFirstPage = true;
try {
  isFirstPage = sessionStorage[ARRIVAL_KEY] === undefined;
  // A form that the visitor sends later says where the visit began (`source/source-of-visit.ts`).
  sessionStorage[ARRIVAL_KEY] ??= `${location.href} ${document.referrer}`;
} catch {
  // The browser forbids storage, or it is full.
}

/*
 * The first page is painted in fallback fonts, then changes to all its fonts at once: requested earlier, they delay the
 * first paint, and each that arrives alone lays out the page again. Later pages have them in the cache.
 */
if (isFirstPage) {
  root.dataset['awaitsFonts'] = '';
  const load = () => {
    void Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => {
      delete root.dataset['awaitsFonts'];
    });
  };
  // The timer of a frame ends after the frame is drawn.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(load)));
}

// After a reload or in the history, the browser scrolls to a place that needs the whole layout at once (`laidOutLater`).
// oxlint-disable-next-line typescript/no-deprecated -- its successor takes more bytes, and a post has few to spare
if (performance.navigation.type > 0) root.style.setProperty('--wait', '0s');
