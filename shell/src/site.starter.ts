import '@vidlunnia/engine/starter';
import { splitFirstLayout } from './first-view';
import { ARRIVAL_KEY } from './source/arrival';

let isFirstPage = false;
try {
  const isFirst = sessionStorage[ARRIVAL_KEY] === undefined;
  // A form that the visitor sends later says where the visit began (`source/source-of-visit.ts`).
  sessionStorage[ARRIVAL_KEY] ??= `${location.href} ${document.referrer}`;
  isFirstPage = isFirst;
} catch {
  // The browser forbids storage, or it is full.
}

// On other pages, which have less text, fonts before the first paint cost less than a layout after it. After a reload or
// in the history, the browser scrolls to a place that needs the whole layout at once.
if (isFirstPage && location.pathname === '/') splitFirstLayout();
