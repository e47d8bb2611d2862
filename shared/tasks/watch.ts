import { once } from 'node:events';
import { shell } from '../environment/topology';
import type { Child } from '../process/child';
import { say } from '../process/say';

/**
 * Reports every package that ends unasked; until `interrupted`. Only without the shell there is no site: then its
 * promise rejects.
 */
export function watch(
  { children }: { readonly children: ReadonlyMap<string, Pick<Child, 'name' | 'ended'>> },
  interrupted: AbortSignal,
  tell = say,
): Promise<void>[] {
  return [...children.values()].map(async ({ name, ended }) => {
    const how = await ended;
    if (interrupted.aborted) return;
    if (name === shell.folder)
      throw new Error(
        `${name} has ended (${how}), and no page can be served without it; the rest is stopped`,
      );
    tell(`${name} has ended (${how}); the site goes on as well as it can without it`);
    await once(interrupted, 'abort');
  });
}
