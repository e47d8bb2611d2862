import '@vidlunnia/engine/starter';
import { ARRIVAL_KEY } from './source/arrival';

// A form that the visitor sends later says where the visit began (`source/source-of-visit.ts`).
try {
  sessionStorage[ARRIVAL_KEY] ??= `${location.href} ${document.referrer}`;
} catch {
  // The browser forbids storage, or it is full.
}
