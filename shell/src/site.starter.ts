import '@vidlunnia/engine/starter';
import { ARRIVAL_KEY } from './source/arrival';

// A form that the visitor sends later says where the visit began (`source/source-of-visit.ts`).
try {
  sessionStorage[ARRIVAL_KEY] ??= `${location.href} ${document.referrer}`;
} catch {
  // The browser forbids storage, or it is full.
}

// After a reload or in the history, the browser scrolls to a place that needs the whole layout at once (`laidOutLater`).
// oxlint-disable-next-line typescript/no-deprecated -- its successor takes more bytes, and a post has few to spare
if (performance.navigation.type > 0) document.documentElement.style.setProperty('--wait', '0s');
