import { readJson } from '@vidlunnia/shell/src/document/embedded-json';
import { PAGE_START_ELEMENT, type PageStart } from '@vidlunnia/shell/src/starter/page-start';
import type { ModuleId } from '@vidlunnia/contracts';

// Before the shell's own code: all islands are wanted from the beginning.
for (const id of Object.keys(readJson<PageStart>(PAGE_START_ELEMENT).islands))
  window.starter.wanted.add(id as ModuleId);
