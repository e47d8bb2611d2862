import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  FOLLOWS_LINKS,
  islandsIn,
  textOf,
  type RenderedPage,
  PAGE_START_ELEMENT,
  type PageStart,
  type StartFile,
} from '../../page/rendered-page';
import { moduleOf, modulesOf, remoteOf } from '../../page/modules';
import type { Page, PageRequest, PreviewTexts, ServerSite } from '../../site';
import { RELEASE_SET_ELEMENT, type ReleaseSet } from '../../page/remotes/release-set';

/** What all documents of the site have in common. */
export interface SiteParts {
  readonly site: ServerSite;
  readonly build: ClientBuild;
  /** Text of the script that is inlined in every document. */
  readonly starter: string;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/** Shown above a page, outside of its React roots. */
export type Banner = ReturnType<PreviewTexts['banner']>;

/** Files of the site's own browser build, relative to `/assets/`. */
interface ClientBuild {
  /** File of the starter. */
  readonly starter: string;
  /** The site's own first scripts. */
  readonly js: readonly string[];
  readonly css: readonly string[];
  /** Chunks of header and navigation. */
  readonly app: readonly string[];
  /** Chunks that load remotes' code. */
  readonly remotes: readonly string[];
  /** The contract that the site was built with, by file name. */
  readonly declarations: Readonly<Record<string, string>>;
  /** Versions of the packages that the host provides to the remotes. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Reads the site's build in `dist`. Throws when its starter would end its element in a document. */
export function readClientBuild(dist: string): Pick<SiteParts, 'build' | 'starter'> {
  const build = JSON.parse(readFileSync(path.join(dist, 'client.json'), 'utf8')) as ClientBuild;
  const starter = readFileSync(path.join(dist, 'client', build.starter), 'utf8').trim();
  if (/<\/script|<!--/i.test(starter)) throw new Error(`${build.starter} would end its element`);
  return { build, starter };
}

/** A rendered page and its inputs. */
export interface DocumentInput {
  readonly releaseSet: ReleaseSet;
  readonly request: Pick<PageRequest, 'page' | 'input' | 'returnsInput'>;
  readonly rendered: RenderedPage;
  /** The style rules that the page uses. */
  readonly css: string;
  readonly banner?: Banner | undefined;
}

/** Hash sources of a document's inline elements (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The page's whole document: its content, and the starter and data that make it live. */
export function renderDocument(
  parts: SiteParts,
  input: DocumentInput,
): { readonly text: string; readonly inline: InlineSources } {
  const { releaseSet, request, rendered, banner } = input;
  const { kind, head } = rendered;
  const { page } = request;
  const { site, siteUrl, starter } = parts;
  const prefetch = prefetchRules(site.prefetched ?? []);
  const html = textOf(rendered.html);
  const paintFirst = html.includes('<input') ? [NOTHING] : [];
  const styles = (banner ? [input.css, banner.css] : [input.css]).map(inlineCss);
  const text = [
    '<!doctype html>',
    `<html lang="${site.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(head.title)}</title>`,
    `<meta name="description" content="${escaped(head.description ?? '')}">`,
    `<meta name="release-set" content="${escaped(releaseSet.id)}">`,
    ...site.headTags({ page, kind, head, siteUrl, facts: releaseSet.facts }),
    // Inlined, so the first paint waits for no other response.
    ...styles.map((css) => `<style>${css}</style>`),
    `<script>${starter}</script>`,
    '</head>',
    `<body>${banner?.html ?? ''}<div id="root">${html}</div>`,
    // Last, so visitors see the page before scripts read the data.
    data(RELEASE_SET_ELEMENT, browserReleases(site, releaseSet, page)),
    data(PAGE_START_ELEMENT, pageStart(parts, input)),
    ...paintFirst.map((script) => `<script type="module">${script}</script>`),
    // A preview is not prefetched.
    ...(banner ? [] : [`<script type="speculationrules">${prefetch}</script>`]),
    '</body>',
    '</html>',
  ].join('\n');
  const scripts = [starter, ...paintFirst, ...(banner ? [] : [prefetch])];
  return { text, inline: { scripts: scripts.map(hashSource), styles: styles.map(hashSource) } };
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text between tags of HTML or XML, or a double-quoted attribute value. */
export const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: cannot end the element or begin a comment. */
export const embeddedJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A style sheet that cannot end its element. Inside CSS strings, the added backslash changes nothing. */
const inlineCss = (css: string) => css.trim().replace(/<\/(?=style)/gi, '<\\/');

/**
 * A module script that does nothing. The end of parsing (`DOMContentLoaded`) waits for it, so the browser can paint
 * before it looks for form fields to fill, a long task in Chromium.
 */
const NOTHING = '0';

/**
 * Speculation rules (https://wicg.github.io/nav-speculation/speculation-rules.html): the browser prefetches a link's
 * document when the link is pressed, about 100 ms before the navigation. The router needs no document, so no link that
 * it follows is prefetched. The rules are inline, because a file would be requested before the largest picture.
 * Browsers that save data ignore them.
 */
const prefetchRules = (patterns: readonly string[]) =>
  JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: patterns }, { selector_matches: `html:not([${FOLLOWS_LINKS}]) a` }],
        },
        eagerness: 'conservative',
      },
    ],
  });

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${embeddedJson(value)}</script>`;

/** How to load the entries of the page's releases. For other remotes, the browser requests the live set. */
function browserReleases(
  site: ServerSite,
  { id, zones, facts, remotes }: ReleaseSet,
  page: Page,
): ReleaseSet {
  const names = new Set(modulesOf(site, page, zones).map(remoteOf));
  const entries = Object.entries(remotes)
    .filter(([name]) => names.has(name))
    .map(([name, release]) => [name, { ...release, modules: {} }] as const);
  return { id, facts, zones, remotes: Object.fromEntries(entries) };
}

function pageStart(
  { site, build: { js, css, app, remotes } }: SiteParts,
  { releaseSet, request, rendered: { html, failures } }: DocumentInput,
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
    // The type ties each state to its id; `Object.fromEntries` would lose that.
    islands: Object.fromEntries(islands) as PageStart['islands'],
    input: request.input ?? null,
    ...(request.returnsInput && { address: site.addressOf(request.page) }),
    complete: failures.length === 0,
  };
}

const ownFiles = (files: readonly string[]) => files.map((file): StartFile => [asset(file)]);

const asset = (file: string) => `/assets/${file}`;

/** Files that make an island live: its remote's entry, its code and its style sheets. */
function islandFiles({ remotes }: ReleaseSet, id: string): StartFile[] {
  const release = remotes[remoteOf(id)];
  const { js = [], css = [] } = release?.modules[moduleOf(id)] ?? {};
  return release ? [release.entry, ...js, ...css] : [];
}

/** Addresses of all style sheets of a page: the site's own and those of its modules, each once. */
export function styleSheetsOf(
  { build: { css }, site }: SiteParts,
  { remotes, zones }: ReleaseSet,
  page: Page,
): string[] {
  const ofModules = modulesOf(site, page, zones).flatMap(
    (id) => remotes[remoteOf(id)]?.modules[moduleOf(id)]?.css ?? [],
  );
  return [...new Set([...css.map(asset), ...ofModules.map(([href]) => href)])];
}
