import { failureInWords } from '../../page/failures';
import { elementOf, modulesOf, remoteOf } from '../../page/modules';
import {
  DEADLINES,
  islandsIn,
  textOf,
  type RenderedIsland,
  type RenderedPage,
} from '../../page/rendered-page';
import type { ReleaseSet } from '../../page/remotes/release-set';
import type { GoldenPage, ServerSite } from '../../site';
import type { RenderWorker } from './supervised-worker';

type TestedSite = Pick<ServerSite, 'goldenPages' | 'modules'>;

/**
 * Starts a worker and renders the golden pages. Their data is constant, so releases pass while the API is down. The
 * first worker of a set and every replacement must pass; a failing worker is stopped. Rejects when a page cannot be
 * rendered, or when an island of the set is missing, crashes, lacks data, is empty, or loses typed values.
 */
export async function startTested(
  site: TestedSite,
  set: ReleaseSet,
  start: () => Promise<RenderWorker>,
): Promise<RenderWorker> {
  const worker = await start();
  try {
    for (const [name, request] of Object.entries(site.goldenPages)) {
      const page = await worker.render(request, DEADLINES.page);
      const problems = problemsOf(site, request, page, set);
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
    }
    return worker;
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

function problemsOf(
  site: TestedSite,
  { page, keeps }: GoldenPage,
  rendered: RenderedPage,
  set: ReleaseSet,
): string[] {
  const modules = modulesOf(site, page, set.zones);
  const present = modules.filter((id) => set.remotes[remoteOf(id)]);
  const failures = rendered.failures.filter(({ id }) => present.some((module) => module === id));
  if (failures.length > 0) return failures.map(failureInWords);
  // The island may be nested in the section of an absent remote.
  if (present.length < modules.length) return [];
  const islands = new Map(islandsIn(rendered.html).map((island) => [island.id, island]));
  const empty = present.filter((id) => isEmpty(elementOf(site, id), islands.get(id)));
  if (empty.length > 0) return empty.map((id) => `${id} renders nothing`);
  return keeps ? lost(islands, keeps) : [];
}

/** Comments and the empty elements of other islands. */
const NOTHING = /<!--[^>]*-->|<div data-island="[^"]*"><\/div>/g;

/** Whether an island or its element is missing, or its element is empty. */
function isEmpty(element: string, island: RenderedIsland | undefined): boolean {
  const html = textOf(island?.html ?? []).replace(NOTHING, '');
  // The frame has the element of a page's only island.
  return (element !== 'main' && !html.includes(` id="${element}"`)) || /^(?:<(\w+)[^>]*><\/\1>)?$/.test(html);
}

/** Texts that an island has lost. */
function lost(
  islands: ReadonlyMap<string, RenderedIsland>,
  { island, texts }: NonNullable<GoldenPage['keeps']>,
): string[] {
  const html = textOf(islands.get(island)?.html ?? []);
  const names = Object.keys(texts).filter((name) => !html.includes(texts[name] ?? ''));
  return names.length > 0 ? [`${island} loses what was typed: ${names.join(', ')}`] : [];
}
