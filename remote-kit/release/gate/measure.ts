import type { Page } from '@playwright/test';
import type { Fault, MeasuredIsland, Measures, Structure } from './findings';

/** Pixels between the points at which the topmost element is checked. */
const GRID = 40;

/** Ids, headings and link targets of a whole page. */
export const structureOf = (page: Page): Promise<Structure> =>
  page.evaluate(() => {
    const idOf = (element: Element) =>
      element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page';
    const seen = new Set<string>();
    const repeated = [...document.querySelectorAll('[id]')].filter(
      ({ id }) => seen.size === seen.add(id).size,
    );
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')];
    const levelOf = (heading: Element | undefined) => Number(heading?.localName.slice(1) ?? 0);
    const skipping = headings.filter((heading, index) => levelOf(heading) > levelOf(headings[index - 1]) + 1);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('header a[href*="#"]')];
    const targets = links.map(({ hash }) => [hash, document.getElementById(hash.slice(1))] as const);
    return {
      faults: [
        ...repeated.map((element) => ({ where: idOf(element), what: `repeats the id “${element.id}”` })),
        ...skipping.map((heading) => ({
          where: idOf(heading),
          what: `skips a level of headings: ${heading.outerHTML.slice(0, 80)}`,
        })),
      ],
      targets: Object.fromEntries(targets.map(([hash, target]) => [hash, target ? idOf(target) : null])),
    };
  });

export const measure = (page: Page): Promise<Measures> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
    const idOf = (place: HTMLElement) => place.dataset['island'] ?? '';
    const islands = places.map((place) => {
      // An island's element has no box of its own; its children have.
      const boxes = [...place.children]
        .map((child) => child.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 || height > 0);
      const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))];
      const width = Math.max(...boxes.map(({ right }) => right)) - x;
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - y;
      const box = { x: x + scrollX, y: y + scrollY, width, height };
      const within = places.filter((other) => other !== place && other.contains(place)).map(idOf);
      return { id: idOf(place), within, ...(boxes.length > 0 ? box : { x: 0, y: 0, width: 0, height: 0 }) };
    });
    return { islands, sideways: root.scrollWidth - root.clientWidth };
  });

/** Elements of these islands that cover other parts of the page. */
export const findCovering = (page: Page, islands: readonly MeasuredIsland[]): Promise<Fault[]> =>
  page.evaluate(
    async ([grid, boxes]) => {
      const found = new Map<string, string>();
      const { scrollHeight, clientWidth } = document.documentElement;
      for (let top = 0; top < scrollHeight; top += innerHeight) {
        window.scrollTo({ top, behavior: 'instant' });
        for (let y = grid / 2; y < innerHeight; y += grid) {
          for (let x = grid / 2; x < clientWidth; x += grid) {
            const element = document.elementFromPoint(x, y);
            const place = element?.closest('[data-island]')?.getAttribute('data-island');
            const box = boxes.find(({ id }) => id === place);
            if (!element || !box) continue;
            const [right, down] = [x - box.x, y + scrollY - box.y];
            if (right > -1 && right < box.width + 1 && down > -1 && down < box.height + 1) continue;
            const classes = element.getAttribute('class');
            const name = `<${element.localName}${classes ? ` class="${classes}"` : ''}>`;
            found.set(box.id, `covers what is not its own, with ${name}`);
          }
        }
      }
      window.scrollTo({ top: 0, behavior: 'instant' });
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return [...found].map(([where, what]) => ({ where, what }));
    },
    [GRID, islands] as const,
  );

/**
 * A screenshot of the whole page without the team's islands. These get the heights that they have in the live page, so
 * that a new height moves nothing.
 */
export async function photographOthers(
  page: Page,
  own: string,
  live: Measures,
  path?: string,
): Promise<Buffer> {
  const { islands } = await measure(page);
  const styles = islands.map(({ id, height }) => {
    const held = live.islands.find((island) => island.id === id)?.height ?? 0;
    const overflow = Math.abs(height - held) < 0.1 ? 'visible' : 'clip';
    return [id, `display: flow-root; height: ${String(held)}px; overflow: ${overflow}`] as const;
  });
  const places = page.locator(own);
  await places.evaluateAll((elements, byId) => {
    for (const place of elements) place.style.cssText = byId[place.dataset['island'] ?? ''] ?? '';
  }, Object.fromEntries(styles));
  const picture = await page.screenshot({
    ...{ fullPage: true, animations: 'disabled', caret: 'hide', mask: [places] },
    ...(path !== undefined && { path }),
  });
  await places.evaluateAll((elements) => {
    for (const place of elements) place.removeAttribute('style');
  });
  return picture;
}

/** Resolves when nothing on the page moves. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
