import { lastRowOf, PAGE_TABLE, sectionRows } from './page-table';
import type { Draft } from './draft';
import { insertImport, insertMember, keysOf, type Members } from './edit-members';
import { fill } from './templates';

/** A section that is to be. */
export interface NewSection {
  readonly remote: string;
  /** Name of its module, in PascalCase. */
  readonly section: string;
  /** Id of its element. */
  readonly element: string;
  /** Element of the section before it. */
  readonly after: string;
  /** What visitors read in the navigation and above the section’s title. */
  readonly label: string;
  /** Whether all modules of its remote are one chunk. */
  readonly bundled: boolean;
}

export const MODULES = { file: 'shared/contracts/modules.ts', of: 'ModuleContracts' } as const;
export const SECTIONS = { file: 'shared/contracts/site.ts', of: 'SECTION_IDS' } as const;
export const TEXTS = { file: 'shell/src/site/texts.ts', of: 'TEXTS' } as const;
export const ISLANDS = { file: 'e2e/tests/faults/islands-of-home.ts', of: 'OF_OTHERS' } as const;
/** The contract’s test has a whole remote in it. */
const HOME = { file: 'shared/contracts/modules.test.tsx', of: 'home' } as const;
const APART = { file: 'bench/monolith/direct-loader.ts', of: 'APART' } as const;

/** Edits the members of a list in a file of the draft. */
export const edit = (
  draft: Draft,
  place: Omit<Members, 'text'>,
  change: (members: Members) => string,
): void => {
  draft.change(place.file, (text) => change({ ...place, text }));
};

/** Adds a member behind another one, before all others when that is `null`. */
export const add = (
  draft: Draft,
  place: Omit<Members, 'text'>,
  member: string,
  after: string | null,
): void => {
  edit(draft, place, (members) => insertMember(members, member, after));
};

/** Adds a member behind all others. */
export const append = (draft: Draft, place: Omit<Members, 'text'>, member: string): void => {
  edit(draft, place, (members) => insertMember(members, member, keysOf(members).at(-1) ?? null));
};

/** What every new section has: its folder, its contract, its place on the page, its link. */
export function addSection(draft: Draft, section: NewSection): void {
  const { remote, section: name, element, after, label } = section;
  const id = `${remote}/${name}`;
  const folder = `mfe-${remote}/src/${element}`;
  for (const [file, text] of fill('section', section)) draft.add(`${folder}/${file}`, text);
  const table = draft.read(PAGE_TABLE.file);
  append(draft, MODULES, `'${id}': ModuleContract`);
  add(draft, SECTIONS, `'${element}'`, after);
  add(draft, PAGE_TABLE, `'${id}': { page: 'home', element: '${element}' }`, lastRowOf(table, after));
  const linked = sectionRows(table).map((row) => `nav.${row.element}`);
  const links = linked.slice(0, linked.indexOf(`nav.${after}`) + 1);
  const texts = keysOf({ ...TEXTS, text: draft.read(TEXTS.file) });
  const before = links.findLast((link) => texts.includes(link)) ?? 'brand.name';
  add(draft, TEXTS, `'nav.${element}': '${label}'`, before);
}

/** What a new section of a remote that is there already changes besides. */
export function addToRemote(draft: Draft, { remote, section, element, bundled }: NewSection): void {
  const exposes = `mfe-${remote}/src/exposes.ts`;
  const test = `mfe-${remote}/src/exposes.test.tsx`;
  draft.change(exposes, (text) => insertImport(text, `import * as ${section} from './${element}';`));
  append(draft, { file: exposes, of: 'exposes' }, section);
  // The test of a remote whose sections all need the same has a list of them.
  if (/^const PAGES\b/m.test(draft.read(test))) {
    append(draft, { file: test, of: 'PAGES' }, `${section}: <exposes.${section}.default />`);
  }
  append(
    draft,
    { file: `stories/src/states/${remote}.tsx`, of: remote.toUpperCase() },
    `'${remote}/${section}': { usual: { element: <exposes.${section}.default /> } }`,
  );
  if (remote === 'home') append(draft, HOME, `${section}: empty`);
  else {
    edit(draft, ISLANDS, (members) => addIsland(members, remote, element));
  }
  if (!bundled) {
    const chunk = section.toLowerCase();
    append(
      draft,
      APART,
      `'${remote}/${section}': () => import(/* webpackChunkName: "${chunk}" */ '@vidlunnia/mfe-${remote}/src/${element}')`,
    );
  }
}

const addIsland = (members: Members, remote: string, element: string) =>
  insertMember(
    { ...members, of: remote },
    `section('${element}', SECTION_WORDS)`,
    keysOf({ ...members, of: remote }).at(-1) ?? null,
  );
