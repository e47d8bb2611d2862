import { isFilled, pressed, settle } from './early-input';
import { wanted } from './intents';
import { reloadWhenOld } from './old-tab';
import { createPolicy } from './trusted-types';

// The script of the first page. It is inlined in the document and uses no framework (docs/performance.md). All of it
// counts against its budget of 3 KB.

createPolicy();
reloadWhenOld(isFilled);
window.starter = { wanted, pressed, settle, isFilled };
