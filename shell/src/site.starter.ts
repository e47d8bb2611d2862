import '@vidlunnia/engine/starter';
import { ARRIVAL_KEY } from './source/arrival';
import { addWebFonts } from './web-fonts';

let isFirstPage = true;
try {
  isFirstPage = sessionStorage[ARRIVAL_KEY] === undefined;
  // A form that the visitor sends later says where the visit began (`source/source-of-visit.ts`).
  sessionStorage[ARRIVAL_KEY] ??= `${location.href} ${document.referrer}`;
} catch {
  // The browser forbids storage, or it is full.
}

if (isFirstPage) {
  // Fonts would delay the first paint, so they follow it: a frame's timer ends after the frame is drawn.
  addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() => setTimeout(() => void addWebFonts())),
  );
} else {
  // After a reload or in the history, the browser scrolls to a place, which needs the whole layout (`laidOutLater`).
  document.documentElement.style.setProperty('--wait', '0s');
  // From the cache.
  void addWebFonts();
}
