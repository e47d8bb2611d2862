import { RELEASE_SET_ELEMENT, type ReleaseSet } from '../src/remotes/release-set';
import { PAGE_STATE_ELEMENT, type PageState } from '../src/pages/page-state';
import type { Page } from '../src/pages/pages';
import type { PageHead } from '@vidlunnia/shared/contracts';
import { attribute, embeddedJson, text } from './escape';
import { headTags } from './head/head-tags';
import type { PageFiles } from './page-files';
import type { StyleSheet } from './styles';

export interface DocumentInput {
  readonly files: PageFiles;
  readonly styles: readonly StyleSheet[];
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly status: number;
  readonly releaseSet: ReleaseSet;
  readonly page: Page;
  readonly head: PageHead;
  /** What the server rendered; empty leaves the page to the browser. */
  readonly html: string;
  readonly state: PageState;
}

/** The page's document: names the release set and asks at once for everything that the page's parts need. */
export function renderDocument(input: DocumentInput): string {
  const { files, styles, releaseSet, head, html, state } = input;
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
    ...files.fonts.map(
      (href) => `<link rel="preload" href="${attribute(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    // In the document itself: the first paint waits for no second answer, and for no file that hangs.
    ...styles.map(({ href, text: css }) => `<style data-href="${attribute(href)}">${css}</style>`),
    // The shell's come first: browsers rank a deferred script below what is preloaded.
    ...files.scripts.map((href) => `<script src="${attribute(href)}" defer fetchpriority="high"></script>`),
    // Without `crossorigin`: federation inserts classic scripts, and only an equal request, hash and all, is taken from the preload.
    ...files.preloads.map(
      ({ href, integrity }) =>
        `<link rel="preload" href="${attribute(href)}" as="script" integrity="${attribute(integrity)}" fetchpriority="low">`,
    ),
    '</head>',
    `<body><div id="root">${html}</div>`,
    // Last: a visitor reads the page before scripts read these.
    data(RELEASE_SET_ELEMENT, releaseSet),
    data(PAGE_STATE_ELEMENT, state),
    '</body>',
    '</html>',
  ].join('\n');
}

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${embeddedJson(value)}</script>`;
