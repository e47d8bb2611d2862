import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A fault of a page. */
export interface Fault {
  /** Id of the island with the fault, or `the page`. */
  readonly where: string;
  /** Describes the fault; follows `where` in a sentence. */
  readonly what: string;
}

export type Scheme = 'light' | 'dark';

/** The axe rules that check colours: a colour scheme changes nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** The axe rules that one island can break for the whole page. */
const STRUCTURE = /^(?:heading-order|landmark-|page-has-heading-one)/;

/** What axe reports of a page: its structure, and serious problems. */
export async function axeFaults(page: Page, scheme: Scheme): Promise<Fault[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (scheme === 'dark' ? axe.withRules(COLOURS) : axe).analyze();
  const counted = violations.filter(
    ({ id, impact }) => STRUCTURE.test(id) || impact === 'serious' || impact === 'critical',
  );
  return Promise.all(
    counted.flatMap(({ id, help, nodes }) =>
      nodes.map(async ({ target }) => ({
        where: await page
          .locator(target.join(' '))
          .first()
          .evaluate((element) => element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page'),
        what: `axe: ${help} (${id}) at ${target.join(' ')}, ${scheme}`,
      })),
    ),
  );
}

/** Faults of a remote's islands in the layout of a page, and of the ids that all islands share. */
export const layoutFaults = (page: Page, remote: string): Promise<Fault[]> =>
  page.evaluate((own) => {
    const faults: Fault[] = [];
    const islandOf = (element: Element) =>
      element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page';
    const islands = [...document.querySelectorAll('[data-island]')].map((place) => {
      // An island's element has no box of its own; its content has.
      const content = document.createRange();
      content.selectNodeContents(place);
      return { id: islandOf(place), place, box: content.getBoundingClientRect() };
    });
    const owned = islands.filter(({ id }) => id.startsWith(own));
    for (const { id, place, box } of owned) {
      if (box.height < 1) faults.push({ where: id, what: 'has no height' });
      for (const other of islands) {
        if (other.id.startsWith(own) || place.contains(other.place) || other.place.contains(place)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // A smaller overlap is rounding.
        if (width > 1 && height > 1) faults.push({ where: id, what: `overlaps ${other.id}` });
      }
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    const [widest] = owned.sort((one, other) => other.box.right - one.box.right);
    if (scrollWidth > clientWidth)
      faults.push({
        where: widest?.id ?? 'the page',
        what: `makes the page scroll sideways by ${String(scrollWidth - clientWidth)} px`,
      });

    const covering = new Set<string>();
    for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
      if (islandOf(control).startsWith(own)) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = width > 0 ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
      const id = top ? islandOf(top) : '';
      if (!id.startsWith(own) || covering.has(id) || top?.contains(control)) continue;
      covering.add(id);
      faults.push({ where: id, what: `covers “${control.textContent.trim()}” in ${islandOf(control)}` });
    }
    window.scrollTo({ top: 0, behavior: 'instant' });

    for (const element of document.querySelectorAll('[id]')) {
      const first = document.getElementById(element.id);
      if (first && first !== element)
        faults.push({
          where: islandOf(element),
          what: `repeats the id “${element.id}” of ${islandOf(first)}`,
        });
    }
    for (const { hash } of document.querySelectorAll<HTMLAnchorElement>('header a[href*="#"]'))
      if (!document.getElementById(hash.slice(1)))
        faults.push({ where: 'the page', what: `has nothing at the menu’s link ${hash}` });
    return faults;
  }, `${remote}/`);
