import { moduleOf, RELEASE_SET_ELEMENT, remoteOf, type ReleaseSet } from '../src/remotes/release-set';
import { PAGE_STATE_ELEMENT, type PageState } from '../src/pages/page-state';
import { modulesOf, type Page } from '../src/pages/pages';
import type { ModuleId, PageHead } from '@vidlunnia/shared/contracts';
import type { ClientBuild } from './client-build';
import { attribute, embeddedJson, text } from './escape';
import { headTags } from './head/head-tags';

export interface DocumentInput {
  readonly build: ClientBuild;
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly status: number;
  readonly releaseSet: ReleaseSet;
  readonly page: Page;
  readonly head: PageHead;
  /** What the server rendered; `null` leaves the page to the browser. */
  readonly rendered: { readonly html: string; readonly state: PageState } | null;
}

/** The page's document: names the release set and asks at once for everything that the page's parts need. */
export function renderDocument(input: DocumentInput): string {
  const { build, releaseSet, page, head, rendered } = input;
  const files = filesOf(releaseSet, modulesOf(page));
  return [
    '<!doctype html>',
    '<html lang="uk">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text(head.title)}</title>`,
    `<meta name="description" content="${attribute(head.description ?? '')}">`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f7f4ee" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121019" media="(prefers-color-scheme: dark)">',
    `<meta name="release-set" content="${attribute(releaseSet.id)}">`,
    ...headTags(input),
    ...build.fonts.map(
      (file) => `<link rel="preload" href="${asset(file)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...build.css.map((file) => `<link rel="stylesheet" href="${asset(file)}">`),
    ...files.css.map(({ href, file }) => `<link rel="stylesheet" href="${href}" data-href="${file}">`),
    ...build.js.map((file) => `<script src="${asset(file)}" defer></script>`),
    // Without `crossorigin`: federation inserts classic scripts, and only an equal request is taken from the preload.
    ...files.js.map((href) => `<link rel="preload" href="${href}" as="script">`),
    `<script type="application/json" id="${RELEASE_SET_ELEMENT}">${embeddedJson(releaseSet)}</script>`,
    ...(rendered
      ? [
          `<script type="application/json" id="${PAGE_STATE_ELEMENT}">${embeddedJson(rendered.state)}</script>`,
        ]
      : []),
    '</head>',
    `<body><div id="root">${rendered?.html ?? ''}</div></body>`,
    '</html>',
  ].join('\n');
}

const asset = (file: string) => attribute(`/assets/${file}`);

/** Scripts and styles of the remotes' parts; `file` is the name by which webpack finds a style sheet already linked. */
function filesOf(releaseSet: ReleaseSet, modules: readonly ModuleId[]) {
  const js = new Set<string>();
  const css = new Map<string, string>();
  for (const id of modules) {
    const release = releaseSet.remotes[remoteOf(id)];
    const module = release?.modules[moduleOf(id)];
    if (!release || !module) continue;
    js.add(attribute(release.entry));
    for (const file of module.js) js.add(attribute(release.base + file));
    for (const file of module.css)
      css.set(attribute(release.base + file), attribute(file.replace(/^client\//, '')));
  }
  return { js: [...js], css: [...css].map(([href, file]) => ({ href, file })) };
}
