import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { breakFiles, FAULTS } from '../../support/faults';
import { expect, test } from '../../support/test';

const ADDRESSES = ['/', '/?sent=contact', '/blog/deviat-sliv-na-vykyd', '/nemaie'];

/** Between them they have the widths, colours and motions that the style sheets tell apart. */
const SCREENS = [
  { width: 390, media: { colorScheme: 'light', reducedMotion: 'no-preference', media: 'screen' } },
  { width: 1440, media: { colorScheme: 'dark', reducedMotion: 'reduce', media: 'screen' } },
  { width: 800, media: { colorScheme: 'light', reducedMotion: 'reduce', media: 'print' } },
] as const;

const shellSheets = () => {
  const file = path.resolve(__dirname, '../../../shell/dist/client.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly css: readonly string[] }).css;
};

/** What no place shows. */
const PROPERTIES =
  `animation-name background border box-shadow clip-path color content cursor fill font letter-spacing
  list-style mask-image opacity order outline overflow pointer-events position scale stroke text-decoration
  text-transform text-wrap transform transition translate visibility z-index`.split(/\s+/);

/** Notes place and style of every element and of what stands before and behind it; tells what differs from last time. */
const differences = (page: Page) =>
  page.evaluate((properties) => {
    for (const animation of document.getAnimations()) animation.finish();
    const noted = window as unknown as { looks?: readonly string[] };
    const before = noted.looks ?? [];
    noted.looks = [...document.querySelectorAll('html, body, body *:not(script)')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const values = properties.map((property) => style.getPropertyValue(property));
        return [element.tagName, element.className, pseudo, x, y, width, height, ...values].join('; ');
      });
    });
    return noted.looks.filter((look, index) => look !== before[index]);
  }, PROPERTIES);

/** Links the whole sheets as code does that becomes live. */
const addWholeSheets = (page: Page, shell: readonly string[]) =>
  page.evaluate(async (ofShell) => {
    interface Release {
      readonly base: string;
      readonly modules: Record<string, { readonly css: string[] }>;
    }
    const set = (await (await fetch('/-/release-set')).json()) as {
      readonly remotes: Record<string, Release>;
    };
    const ofRemotes = Object.values(set.remotes).flatMap(({ base, modules }) =>
      Object.values(modules).flatMap(({ css }) => css.map((file) => base + file)),
    );
    const added = [...new Set([...ofShell.map((file) => `/assets/${file}`), ...ofRemotes])].map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      document.head.append(link);
      return new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = reject;
      });
    });
    await Promise.all(added);
    await document.fonts.ready;
    return added.length;
  }, shell);

for (const { width, media } of SCREENS) {
  test(`the whole style sheets change nothing on a page at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia(media);
    await breakFiles(page, /\.js$/, FAULTS.lost);
    for (const address of ADDRESSES) {
      await page.goto(address);
      await page.evaluate(() => document.fonts.ready);
      expect(await differences(page)).not.toEqual([]);
      expect(await addWholeSheets(page, shellSheets())).toBeGreaterThan(3);
      expect(await differences(page)).toEqual([]);
    }
  });
}
