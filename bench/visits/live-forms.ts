import type { Page } from '@playwright/test';
import { FORM_IDS, type FormName } from '@vidlunnia/contracts';
import { until } from './page';

/** Milliseconds between two looks of the page at itself. */
const INTERVAL = 20;

/** Milliseconds from the navigation, by the form's id. */
type LiveForms = Record<string, number>;

/** Has every page note when React keeps its record on each form, which it does as it hydrates it: it is live then. */
export async function noteLiveForms(page: Page): Promise<void> {
  await page.addInitScript(
    ({ ids, interval }) => {
      const liveForms: LiveForms = {};
      Object.assign(globalThis, { liveForms });
      setInterval(() => {
        for (const id of ids) {
          const form = document.getElementById(id);
          if (form && Object.keys(form).some((key) => key.startsWith('__reactProps$')))
            liveForms[id] ??= performance.now();
        }
      }, interval);
    },
    { ids: Object.values(FORM_IDS), interval: INTERVAL },
  );
}

/** Waits until a form is live. Resolves to the milliseconds from the navigation. */
export const untilLive = (page: Page, form: FormName): Promise<number> =>
  until(page, (id) => (globalThis as unknown as { liveForms: LiveForms }).liveForms[id], FORM_IDS[form]);
