import type { Page } from '@playwright/test';
import { untilHomeIsWhole } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { expect, test } from '../../support/one-visit';

/**
 * What stands once in each copy of a library and survives a minifier: names of properties. For React these are the
 * internals that hold its current dispatcher, as versions since 19 and before have them. Its exports would not do:
 * those that a remote’s copy does not use are shaken from it.
 */
const MARKS = {
  react: /\{(?:H:null,A:null,T:null,S:null|ReactCurrentDispatcher:)/g,
  'react-dom': /rendererPackageName:"react-dom"/g,
} as const;

/** Notes which scripts run code of React: each of its modules asks for the symbol of elements as it starts. */
const noteReactScripts = (page: Page) =>
  page.addInitScript(() => {
    const scripts = new Set<string>();
    Object.assign(window, { reactScripts: scripts });
    const symbolFor = Symbol.for.bind(Symbol);
    Symbol.for = (key) => {
      if (key === 'react.transitional.element') {
        const [, , caller = ''] = (new Error().stack ?? '').split('\n');
        scripts.add(/\/\/[^/]+(\/[^:)]*)/.exec(caller)?.[1] ?? caller);
      }
      return symbolFor(key);
    };
  });

const reactScripts = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { readonly reactScripts: Set<string> }).reactScripts]);

/** Texts of all scripts that the page loads, by path. */
function collectScripts(page: Page): Map<string, Promise<string>> {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(new URL(response.url()).pathname, response.text());
  });
  return scripts;
}

/** What each container of the federation shares: names of those that bring a library, by library. */
const shareScopes = (page: Page) =>
  page.evaluate(() => {
    type Scope = Readonly<Record<string, Readonly<Record<string, { readonly from: string }>>>>;
    interface Federation {
      readonly __INSTANCES__: readonly {
        readonly name: string;
        readonly shareScopeMap: Readonly<Record<string, Scope>>;
      }[];
    }
    const { __INSTANCES__ } = Reflect.get(globalThis, '__FEDERATION__') as Federation;
    return __INSTANCES__.map(({ name, shareScopeMap }) => ({
      name,
      libraries: Object.fromEntries(
        Object.entries(shareScopeMap['default'] ?? {}).map(([library, versions]) => [
          library,
          Object.values(versions).map(({ from }) => from),
        ]),
      ),
    }));
  });

test('the composed pages have one React and one React DOM, the shell’s', async ({ page }) => {
  const scripts = collectScripts(page);
  await noteReactScripts(page);
  // Made by the browser, so that every remote's code is there.
  await openInside(page);
  await untilHomeIsWhole(page);
  const shared = await shareScopes(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('their scripts hold one copy of either', async () => {
    const paths = [...scripts.keys()];
    for (const remote of ['home', 'blog', 'forms']) {
      expect(paths.filter((path) => path.startsWith(`/remotes/${remote}/`)).length).toBeGreaterThan(1);
    }
    for (const [library, mark] of Object.entries(MARKS)) {
      const copies: string[] = [];
      for (const [path, text] of scripts) {
        copies.push(...((await text).match(mark) ?? []).map(() => path));
      }
      expect(copies, library).toEqual([expect.stringMatching(/^\/assets\//)]);
    }
  });

  await test.step('only scripts of the shell run code of React', async () => {
    const paths = await reactScripts(page);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  });

  await test.step('the share scope holds one version of each shared library, the shell’s', () => {
    expect(shared.map(({ name }) => name.replace(/_.*/, '')).sort()).toEqual([
      'blog',
      'forms',
      'home',
      'shell',
    ]);
    for (const { libraries } of shared) {
      for (const library of ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify']) {
        expect(libraries[library] ?? ['shell']).toEqual(['shell']);
      }
    }
    expect(shared.some(({ libraries }) => libraries['react'])).toBe(true);
  });
});
