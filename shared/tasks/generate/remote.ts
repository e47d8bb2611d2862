import {
  insertImport,
  insertMember,
  keysOf,
  removeImport,
  removeMembers,
  type Members,
} from './edit-members';
import type { Draft } from './draft';
import { renamed, copyEntries, removeEntries, type RemoteEntry } from './entries';
import { PAGE_TABLE, rowsOf } from './page-table';
import { add, addSection, append, edit, ISLANDS, MODULES, SECTIONS, TEXTS, type NewSection } from './section';
import { DOCUMENTS, ENGINE_FILES } from './engine-files';
import { fill } from './templates';

/** The remote that every new one is made after. */
const MODEL: RemoteEntry = { name: 'home', port: 3001 };
/** What all remotes have alike but for their name. */
const ALIKE = ['package.json', 'tsconfig.json', 'webpack.config.ts'];

const TOPOLOGY = { file: 'shared/environment/topology.ts', of: 'REMOTES' } as const;
const LOADER = { file: 'bench/monolith/direct-loader.ts', of: 'REMOTES' } as const;
const STORIES = { file: 'stories/src/states/index.ts', of: 'GROUPS' } as const;
const README = 'README.md';

const folderOf = (name: string) => `mfe-${name}`;
const packageOf = (name: string) => `@vidlunnia/${folderOf(name)}`;
const manifestsOf = (name: string) =>
  ['kustomization.yaml', 'service.yaml'].map((file) => `deploy/kubernetes/${folderOf(name)}/${file}`);
const storiesOf = (name: string) => `stories/src/states/${name}.tsx`;
const constantOf = (name: string) => name.toUpperCase();
const ownerRow = (name: string) => new RegExp(`^\\| \`${folderOf(name)}\` .*\n`, 'm');

/** Packages that are made of all remotes. */
const MADE_OF_ALL = ['bench', 'stories'];

export interface NewRemote extends NewSection {
  readonly port: number;
}

/** Adds a remote with one section. `remotes` are those that there are, in their order. */
export function addRemote(draft: Draft, remote: NewRemote, remotes: readonly RemoteEntry[]): void {
  const { remote: name, port, element } = remote;
  const said = { name, port };
  const last = remotes.at(-1) ?? MODEL;
  const others = remotes.map((each) => each.name);
  for (const file of ALIKE) {
    const text = renamed(draft.read(`${folderOf(MODEL.name)}/${file}`), MODEL, said);
    draft.add(`${folderOf(name)}/${file}`, text.replace(`'${MODEL.name}'`, `'${name}'`));
  }
  for (const [file, text] of fill('remote', remote)) draft.add(`${folderOf(name)}/src/${file}`, text);
  addSection(draft, remote);

  append(draft, TOPOLOGY, `${name}: { port: ${String(port)}, bundled: true }`);
  addToPackages(draft, name, last.name);
  append(
    draft,
    LOADER,
    `${name}: () => import(/* webpackChunkName: "${name}" */ '${packageOf(name)}/src/exposes')`,
  );
  for (const [, text] of fill('stories', { ...remote, constant: constantOf(name) }))
    draft.add(storiesOf(name), text);
  draft.change(STORIES.file, (text) =>
    insertImport(text, `import { ${constantOf(name)} } from './${name}';`),
  );
  add(draft, STORIES, `'${folderOf(name)}': ${constantOf(name)}`, folderOf(last.name));
  append(draft, ISLANDS, `${name}: [section('${element}', SECTION_WORDS)]`);

  for (const file of [...ENGINE_FILES, ...DOCUMENTS]) {
    draft.change(file, (text) =>
      copyEntries(
        text,
        last,
        said,
        others.filter((each) => each !== last.name),
      ),
    );
  }
  for (const file of manifestsOf(last.name))
    draft.add(renamed(file, last, said), renamed(draft.read(file), last, said));
  draft.change(README, (text) =>
    text.replace(
      ownerRow(last.name),
      (row) => `${row}| \`${folderOf(name)}\` | ${name} team | ${element} |\n`,
    ),
  );
}

/** Takes a remote out again, with all its sections. `remotes` are all, it among them. */
export function removeRemote(
  draft: Draft,
  name: string,
  remotes: readonly RemoteEntry[],
  files: readonly string[],
): void {
  const own = (id: string) => id.startsWith(`${name}/`);
  const rows = rowsOf(draft.read(PAGE_TABLE.file));
  const guests = rows.filter(({ id, within }) => !own(id) && own(within)).map(({ id }) => id);
  if (guests.length > 0)
    throw new Error(`${guests.join(', ')} stand in sections of ${name}: move them first`);
  const elements = new Set(rows.filter(({ id }) => own(id)).map(({ element }) => element));
  const take = (place: Omit<Members, 'text'>, isGone: (key: string) => boolean) => {
    edit(draft, place, (members) => removeMembers(members, isGone));
  };
  take(MODULES, own);
  take(SECTIONS, (key) => elements.has(key));
  take(PAGE_TABLE, own);
  take(TEXTS, (key) => key.startsWith('nav.') && elements.has(key.slice('nav.'.length)));
  take(TOPOLOGY, (key) => key === name);
  take(LOADER, (key) => key === name);
  take(STORIES, (key) => key === folderOf(name));
  take(ISLANDS, (key) => key === name);
  draft.change(STORIES.file, (text) => removeImport(text, `./${name}`));
  take({ file: 'package.json', of: 'workspaces' }, (key) => key === folderOf(name));
  take({ file: 'tsconfig.json', of: 'references' }, (key) => key === folderOf(name));
  for (const folder of MADE_OF_ALL) {
    take({ file: `${folder}/package.json`, of: 'dependencies' }, (key) => key === packageOf(name));
    take({ file: `${folder}/tsconfig.json`, of: 'references' }, (key) => key === `../${folderOf(name)}`);
  }
  const others = remotes.map((each) => each.name).filter((each) => each !== name);
  for (const file of [...ENGINE_FILES, ...DOCUMENTS])
    draft.change(file, (text) => removeEntries(text, name, others));
  draft.change(README, (text) => text.replace(ownerRow(name), ''));
  for (const file of [storiesOf(name), ...manifestsOf(name), ...files]) draft.remove(file);
}

function addToPackages(draft: Draft, name: string, last: string): void {
  add(draft, { file: 'package.json', of: 'workspaces' }, `"${folderOf(name)}"`, folderOf(last));
  add(draft, { file: 'tsconfig.json', of: 'references' }, `{ "path": "${folderOf(name)}" }`, folderOf(last));
  for (const folder of MADE_OF_ALL) {
    const path = `../${folderOf(name)}`;
    add(
      draft,
      { file: `${folder}/tsconfig.json`, of: 'references' },
      `{ "path": "${path}" }`,
      `../${folderOf(last)}`,
    );
    edit(draft, { file: `${folder}/package.json`, of: 'dependencies' }, (members) =>
      insertMember(
        members,
        `"${packageOf(name)}": "0.0.0"`,
        // As npm sorts them.
        keysOf(members).findLast((key) => key < packageOf(name)) ?? null,
      ),
    );
  }
}
