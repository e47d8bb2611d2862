import type { ModuleId } from '@vidlunnia/contracts';
import { FOLLOWS_LINKS } from '../../src/navigation/follows-links';
import type { PageRequest } from '../../src/pages/page-request';
import { modulesOf, type Page } from '../../src/pages/pages';
import { islandsIn, textOf, type RenderedPage } from '../../src/pages/rendered-page';
import {
  integrityOf,
  moduleOf,
  RELEASE_SET_ELEMENT,
  remoteOf,
  type ReleaseSet,
} from '../../src/remotes/release-set';
import { PAGE_START_ELEMENT, type PageStart, type StartFile } from '../../src/starter/page-start';
import type { ClientBuild } from './client-build';
import { headTags } from './head-tags';
import { embeddedJson, escaped, inlineText, type InlineText } from './inline-text';

/** What all documents of the site have in common. */
export interface SiteParts {
  readonly build: ClientBuild;
  readonly starter: InlineText;
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Above every page. */
  readonly banner?: Banner;
}

/** A part of the document above the rendered page, outside of its React roots. */
export interface Banner {
  readonly html: string;
  readonly style: InlineText;
}

/** One page, and what it was made from. */
export interface DocumentInput {
  readonly releaseSet: ReleaseSet;
  readonly request: Pick<PageRequest, 'page' | 'submission'>;
  readonly rendered: RenderedPage;
  readonly style: InlineText;
}

/** The page's document: everything that a visitor sees, and the starter and data that make it live. */
export function renderDocument(site: SiteParts, input: DocumentInput): string {
  const { releaseSet, request, rendered, style } = input;
  const { title, description = '' } = rendered.head;
  const { starter, siteUrl, banner } = site;
  return [
    '<!doctype html>',
    '<html lang="uk">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta name="theme-color" content="#f7f4ee" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121019" media="(prefers-color-scheme: dark)">',
    `<meta name="release-set" content="${escaped(releaseSet.id)}">`,
    ...headTags(request.page, rendered, siteUrl, releaseSet.owner),
    // Inlined: the first paint waits neither for a second response nor for a file that hangs.
    `<style>${style.text}</style>`,
    ...(banner ? [`<style>${banner.style.text}</style>`] : []),
    `<script>${starter.text}</script>`,
    '</head>',
    `<body>${banner?.html ?? ''}<div id="root">${textOf(rendered.html)}</div>`,
    ...(request.page.kind === 'home' ? fontPreloads(style.text) : []),
    // Last: visitors see the page before scripts read these.
    data(RELEASE_SET_ELEMENT, browserReleases(releaseSet, request.page)),
    data(PAGE_START_ELEMENT, pageStart(site, input)),
    // A preview is not prefetched.
    ...(banner ? [] : [`<script type="speculationrules">${PREFETCH_RULES.text}</script>`]),
    '</body>',
    '</html>',
  ].join('\n');
}

/**
 * Links that request the fonts with the document, so that their arrival lays out the text once, or never. They follow
 * the content because links in the head delay the first paint on a slow network. Only for the home page, because other
 * pages do not use all fonts.
 */
const fontPreloads = (css: string) =>
  [...css.matchAll(/url\(([\w./-]+\.woff2)\)/g)].map(
    ([, href = '']) => `<link rel="preload" as="font" crossorigin href="${href}">`,
  );

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${embeddedJson(value)}</script>`;

/** How to load the entries of the page's releases. The browser requests the live set when it needs others. */
function browserReleases({ id, zones, owner, remotes }: ReleaseSet, page: Page): ReleaseSet {
  const names = new Set(modulesOf(page, zones).map(remoteOf));
  const entries = Object.entries(remotes).flatMap(([name, release]) => {
    const entry = release.entry.slice(release.base.length);
    const integrity = { [entry]: integrityOf(release, release.entry) };
    return names.has(name) ? [[name, { ...release, modules: {}, integrity }]] : [];
  });
  return { id, owner, zones, remotes: Object.fromEntries(entries) as ReleaseSet['remotes'] };
}

function pageStart(
  { build: { js, css, app, remotes }, retentionMonths }: SiteParts,
  { releaseSet, request: { submission }, rendered: { html, failures } }: DocumentInput,
): PageStart {
  const islands = islandsIn(html).flatMap(({ id, state }) =>
    state ? [[id, { ...state, files: islandFiles(releaseSet, id) }]] : [],
  );
  return {
    files: {
      shell: ownFiles(js),
      app: ownFiles([...css, ...app]),
      remotes: ownFiles(remotes),
    },
    // Each state belongs to its id: `Object.fromEntries` loses that type.
    islands: Object.fromEntries(islands) as PageStart['islands'],
    submission,
    retentionMonths,
    complete: failures.length === 0,
  };
}

const ownFiles = (files: readonly string[]) => files.map((file): StartFile => [asset(file)]);

const asset = (file: string) => `/assets/${file}`;

/** Files that make an island live: its remote's entry, its code and its style sheets. */
function islandFiles({ remotes }: ReleaseSet, id: ModuleId): StartFile[] {
  const release = remotes[remoteOf(id)];
  if (!release) return [];
  const { js = [], css = [] } = release.modules[moduleOf(id)] ?? {};
  const addresses = [release.entry, ...[...js, ...css].map((file) => release.base + file)];
  return addresses.map((address) => [address, integrityOf(release, address)]);
}

/** Addresses of all style sheets of a page: the shell's own and those of its modules, each once. */
export function styleSheetsOf({ css }: ClientBuild, { remotes, zones }: ReleaseSet, page: Page): string[] {
  const ofModules = modulesOf(page, zones).flatMap((id) => {
    const release = remotes[remoteOf(id)];
    return release?.modules[moduleOf(id)]?.css.map((file) => release.base + file) ?? [];
  });
  return [...new Set([...css.map(asset), ...ofModules])];
}

const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: ['/', '/blog', '/blog/*', '/privacy'] },
          { selector_matches: `html:not([${FOLLOWS_LINKS}]) a` },
        ],
      },
      eagerness: 'conservative',
    },
  ],
};

/**
 * By these rules (https://wicg.github.io/nav-speculation/speculation-rules.html) the document of a link is fetched when
 * the link is pressed, about 100 ms before the navigation requests it; not while the router follows links, which needs
 * no document. They are in the page: a file of theirs would be requested before the largest picture. Browsers that save
 * data ignore them.
 */
export const PREFETCH_RULES = inlineText(JSON.stringify(RULES));
