import { openInside } from '../../support/pages';
import { breakFiles, filesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { expectOnlyFormsFailed, expectRetriesToWork } from './home-islands';

/** What an attacker in transit could add to a file, in a harmless form. */
const ADDED = { js: ';globalThis.e2eAltered = true;', css: ':root{--e2eAltered:1}' };

for (const [what, name, kinds] of [
  ['the entry', 'remoteEntry\\.js', ['js']],
  ['chunks and style sheets', 'static/[^?]*\\.(?:js|css)', ['css', 'js']],
] as const)
  test(`${what} of forms, altered in transit, never run: its islands fail, and retries work`, async ({
    page,
  }) => {
    const altered = new Set<string>();
    // The headers are unchanged.
    const repair = await breakFiles(page, filesOf('forms', name), async (route) => {
      const kind = route.request().resourceType() === 'script' ? 'js' : 'css';
      altered.add(kind);
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()) + ADDED[kind] });
    });
    const expectNothingAltered = async () => {
      const found = await page.evaluate(() => [
        'e2eAltered' in globalThis,
        getComputedStyle(document.documentElement).getPropertyValue('--e2eAltered'),
      ]);
      expect(found).toEqual([false, '']);
    };
    await openInside(page);
    await expectOnlyFormsFailed(page);
    expect([...altered].sort()).toEqual(kinds);
    await expectNothingAltered();
    repair();
    await expectRetriesToWork(page);
    await expectNothingAltered();
  });
