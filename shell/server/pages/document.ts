import { integrityOf, RELEASE_SET_ELEMENT, type ReleaseSet } from '../../src/remotes/release-set';
import type { PageState } from '../../src/pages/page-state';
import { PAGE_START_ELEMENT, type PageStart } from '../../src/starter/page-start';
import type { ModuleId } from '@vidlunnia/contracts';
import { embeddedJson, escaped } from './escape';
import { headTags, type HeadInput } from './head-tags';
import { islandFiles, type PageFiles } from './page-files';
import { PREFETCH_RULES } from './prefetch-rules';
import type { InlineText } from './client-build';

/** A part of the document above the rendered page, outside of its React roots. */
export interface Banner {
  readonly html: string;
  readonly style: InlineText;
}

export interface DocumentInput extends HeadInput {
  readonly starter: InlineText;
  readonly files: PageFiles;
  readonly style: InlineText;
  readonly releaseSet: ReleaseSet;
  /** The rendered HTML. */
  readonly html: string;
  readonly state: PageState;
  readonly banner?: Banner;
}

/** The page's document: everything that a visitor sees, and the starter and data that make it live. */
export function renderDocument(input: DocumentInput): string {
  const { starter, style, releaseSet, head, html, banner } = input;
  return [
    '<!doctype html>',
    '<html lang="uk">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(head.title)}</title>`,
    `<meta name="description" content="${escaped(head.description ?? '')}">`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f7f4ee" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121019" media="(prefers-color-scheme: dark)">',
    `<meta name="release-set" content="${escaped(releaseSet.id)}">`,
    ...headTags(input),
    // Inlined: the first paint waits neither for a second response nor for a file that hangs.
    `<style>${style.text}</style>`,
    ...(banner ? [`<style>${banner.style.text}</style>`] : []),
    `<script>${starter.text}</script>`,
    '</head>',
    `<body>${banner?.html ?? ''}<div id="root">${html}</div>`,
    // Last: visitors see the page before scripts read these.
    data(RELEASE_SET_ELEMENT, browserReleases(releaseSet)),
    data(PAGE_START_ELEMENT, pageStart(input)),
    // A preview is not prefetched.
    ...(banner ? [] : [`<script type="speculationrules">${PREFETCH_RULES.text}</script>`]),
    '</body>',
    '</html>',
  ].join('\n');
}

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${embeddedJson(value)}</script>`;

/** The part of each release that the browser needs before it requests the live set: how to load the entry. */
const browserReleases = ({ id, zones, owner, remotes }: ReleaseSet): ReleaseSet => ({
  id,
  owner,
  zones,
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, release]) => {
      const entry = release.entry.slice(release.base.length);
      return [name, { ...release, modules: {}, integrity: { [entry]: integrityOf(release, release.entry) } }];
    }),
  ),
});

function pageStart({ files, releaseSet, state: { islands, ...state } }: DocumentInput): PageStart {
  const withFiles = Object.entries(islands).map(([id, island]) => [
    id,
    { ...island, files: islandFiles(releaseSet, id as ModuleId) },
  ]);
  return { files: files.start, islands: Object.fromEntries(withFiles) as PageStart['islands'], ...state };
}
