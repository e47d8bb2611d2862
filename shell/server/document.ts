import { moduleOf, RELEASE_SET_ELEMENT, remoteOf, type ReleaseSet } from '../src/remotes/release-set';
import type { Part } from '../src/pages/pages';
import type { PageHead } from '@vidlunnia/shared/contracts';
import type { ClientBuild } from './client-build';
import { attribute, embeddedJson, text } from './escape';

export interface DocumentInput {
  readonly build: ClientBuild;
  readonly releaseSet: ReleaseSet;
  readonly parts: readonly Part[];
  readonly head: PageHead;
}

/** The page's document: names the release set and asks at once for everything that the page's parts need. */
export function renderDocument({ build, releaseSet, parts, head }: DocumentInput): string {
  const files = filesOf(releaseSet, parts);
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
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...build.fonts.map(
      (file) => `<link rel="preload" href="${asset(file)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...build.css.map((file) => `<link rel="stylesheet" href="${asset(file)}">`),
    // Not linked as style sheets: one that hangs would keep the whole page from being shown. A part waits for its own.
    ...files.css.map((href) => `<link rel="preload" href="${href}" as="style">`),
    ...build.js.map((file) => `<script src="${asset(file)}" defer></script>`),
    // Without `crossorigin`: federation inserts classic scripts, and only an equal request is taken from the preload.
    ...files.js.map((href) => `<link rel="preload" href="${href}" as="script">`),
    `<script type="application/json" id="${RELEASE_SET_ELEMENT}">${embeddedJson(releaseSet)}</script>`,
    '</head>',
    '<body><div id="root"></div></body>',
    '</html>',
  ].join('\n');
}

const asset = (file: string) => attribute(`/assets/${file}`);

/** Scripts and styles of the remotes' parts. */
function filesOf(releaseSet: ReleaseSet, parts: readonly Part[]) {
  const js = new Set<string>();
  const css = new Set<string>();
  for (const { id } of parts) {
    const release = releaseSet.remotes[remoteOf(id)];
    const module = release?.modules[moduleOf(id)];
    if (!release || !module) continue;
    js.add(attribute(release.entry));
    for (const file of module.js) js.add(attribute(release.base + file));
    for (const file of module.css) css.add(attribute(release.base + file));
  }
  return { js: [...js], css: [...css] };
}
