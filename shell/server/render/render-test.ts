import type { ModuleId } from '@vidlunnia/shared/contracts';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import { rowOf } from '../../src/pages/page-table';
import { modulesOf, pageAt } from '../../src/pages/pages';
import { remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { Renderer } from './supervised-worker';

/** Pages that every set has to render before it goes live. */
const GOLDEN_PAGES = ['/', '/blog/golden'];

/**
 * Renders the golden pages, with data that are always the same: an API that is down rejects no release. Rejects when a
 * page cannot be rendered or an island of it that the set has is missing, crashes, has no data or is empty.
 */
export async function renderGoldenPages(renderer: Renderer): Promise<void> {
  for (const pathname of GOLDEN_PAGES) {
    const page = await renderer.render({ pathname, submission: null, golden: true });
    const problems = problemsOf(pathname, page, renderer.releaseSet);
    if (problems.length > 0) throw new Error(`${pathname}: ${problems.join('; ')}`);
  }
}

function problemsOf(
  pathname: string,
  { html, crashes, missing, withoutData }: RenderedPage,
  set: ReleaseSet,
): string[] {
  const modules = modulesOf(pageAt(pathname));
  const present = modules.filter((id) => set.remotes[remoteOf(id)]);
  const unloaded = present.filter((id) => missing.includes(id));
  if (unloaded.length > 0) return [`${unloaded.join(', ')} cannot be loaded`];
  if (crashes.length > 0) return [...crashes];
  const without = present.filter((id) => rowOf(id).loads && withoutData.includes(id));
  if (without.length > 0) return [`${without.join(', ')} cannot load data`];
  // A team that is absent may be the one in whose section another's island stands.
  const empty = present.length === modules.length ? present.filter((id) => isEmpty(html, id)) : [];
  return empty.map((id) => `${id} renders nothing`);
}

/** Whether the element that an island makes is not there, or has nothing in it but an island's empty place. */
function isEmpty(html: string, id: ModuleId): boolean {
  const [opening] = new RegExp(`<\\w+[^>]* id="${rowOf(id).element}"[^>]*>`).exec(html) ?? [];
  if (opening === undefined) return true;
  const inside = html.slice(html.indexOf(opening) + opening.length);
  return /^(?:<!--[^>]*-->|<div data-island=[^>]*>)*<\/(?!span)/.test(inside);
}
