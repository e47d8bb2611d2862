import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FORM_IDS } from '../../contracts';
import { repositoryRoot } from '../../environment/repository';
import type { Draft } from './draft';
import { keysOf } from './edit-members';
import { PAGE_TABLE, rowsOf, sectionRows } from './page-table';
import type { Known } from './request';
import { MODULES } from './section';

/** What there is, as the sources of a tree say. */
export function knownSite(draft: Draft, remotes: readonly { readonly name: string }[]): Known {
  const table = draft.read(PAGE_TABLE.file);
  return {
    remotes: remotes.map(({ name }) => name),
    sections: sectionRows(table).map(({ element }) => element),
    modules: [
      ...rowsOf(table).map(({ id }) => id),
      ...keysOf({ ...MODULES, text: draft.read(MODULES.file) }),
    ],
    elements: [...Object.values(FORM_IDS), 'main', 'root', 'release-set'],
    hasFolder: (folder) => existsSync(path.join(draft.root, folder)),
  };
}

/** What no person wrote: it goes with the package. */
const MADE = new Set(['dist', 'node_modules']);

/** Files of a package that somebody wrote. */
export const filesBelow = (folder: string, root = repositoryRoot): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesBelow(name, root);
    return [name];
  });
