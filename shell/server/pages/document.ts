import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openingHours, type Owner } from '@vidlunnia/content';
import { postalAddress, type ModuleId } from '@vidlunnia/contracts';
import {
  FOLLOWS_LINKS,
  type PageRequest,
  islandsIn,
  textOf,
  type RenderedPage,
  PAGE_START_ELEMENT,
  type PageStart,
  type StartFile,
} from '../../src/pages/rendered-page';
import { addressOf, modulesOf, type Page } from '../../src/pages/pages';
import {
  integrityOf,
  moduleOf,
  RELEASE_SET_ELEMENT,
  remoteOf,
  type ReleaseSet,
} from '../../src/remotes/release-set';

/** What all documents of the site have in common. */
export interface SiteParts {
  readonly build: ClientBuild;
  /** Text of the script that is inlined in every document. */
  readonly starter: string;
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Shown above every page, outside of its React roots. */
  readonly banner?: { readonly html: string; readonly css: string };
}

/** Files of the shell's own browser build, relative to `/assets/`. */
export interface ClientBuild {
  /** File of the starter. */
  readonly starter: string;
  /** The shell's first scripts. */
  readonly js: readonly string[];
  readonly css: readonly string[];
  /** Chunks of header and navigation. */
  readonly app: readonly string[];
  /** Chunks that load remotes' code. */
  readonly remotes: readonly string[];
  /** The contract that the shell was built with, by file name. */
  readonly declarations: Readonly<Record<string, string>>;
  /** Versions of the packages that the shell provides to the remotes. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Reads the shell's build in `dist`. Throws when its starter would end its element in a document. */
export function readClientBuild(dist: string): Pick<SiteParts, 'build' | 'starter'> {
  const build = JSON.parse(readFileSync(path.join(dist, 'client.json'), 'utf8')) as ClientBuild;
  const starter = readFileSync(path.join(dist, 'client', build.starter), 'utf8').trim();
  if (/<\/script|<!--/i.test(starter)) throw new Error(`${build.starter} would end its element`);
  return { build, starter };
}

/** A rendered page and its inputs. */
export interface DocumentInput {
  readonly releaseSet: ReleaseSet;
  readonly request: Pick<PageRequest, 'page' | 'submission'>;
  readonly rendered: RenderedPage;
  /** The style rules that the page uses. */
  readonly css: string;
}

/** Hash sources of a document's inline elements (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The page's whole document: its content, and the starter and data that make it live. */
export function renderDocument(
  site: SiteParts,
  input: DocumentInput,
): { readonly text: string; readonly inline: InlineSources } {
  const { releaseSet, request, rendered } = input;
  const { title, description = '' } = rendered.head;
  const { starter, banner } = site;
  const styles = (banner ? [input.css, banner.css] : [input.css]).map(inlineCss);
  const text = [
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
    ...headTags(request.page, rendered, site.siteUrl, releaseSet.owner),
    // Inlined, so the first paint waits for no other response.
    ...styles.map((css) => `<style>${css}</style>`),
    `<script>${starter}</script>`,
    '</head>',
    `<body>${banner?.html ?? ''}<div id="root">${textOf(rendered.html)}</div>`,
    ...(request.page.kind === 'home' ? styles.flatMap(fontPreloads) : []),
    // Last, so visitors see the page before scripts read the data.
    data(RELEASE_SET_ELEMENT, browserReleases(releaseSet, request.page)),
    data(PAGE_START_ELEMENT, pageStart(site, input)),
    // A preview is not prefetched.
    ...(banner ? [] : [`<script type="speculationrules">${PREFETCH_RULES}</script>`]),
    '</body>',
    '</html>',
  ].join('\n');
  const scripts = banner ? [starter] : [starter, PREFETCH_RULES];
  return { text, inline: { scripts: scripts.map(hashSource), styles: styles.map(hashSource) } };
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text between tags of HTML or XML, or a double-quoted attribute value. */
export const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: cannot end the element or begin a comment. */
const embeddedJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A style sheet that cannot end its element. Inside CSS strings, the added backslash changes nothing. */
const inlineCss = (css: string) => css.trim().replace(/<\/(?=style)/gi, '<\\/');

/**
 * Speculation rules (https://wicg.github.io/nav-speculation/speculation-rules.html): the browser prefetches a link's
 * document when the link is pressed, about 100 ms before the navigation. The router needs no document, so no link that
 * it follows is prefetched. The rules are inline, because a file would be requested before the largest picture.
 * Browsers that save data ignore them.
 */
const PREFETCH_RULES = JSON.stringify({
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
});
/**
 * Preload links for the fonts, so that late fonts do not lay out the text again and again. They follow the content,
 * because links in the head delay the first paint on a slow network. Only the home page has them, because other pages
 * do not use all fonts.
 */
const fontPreloads = (css: string) =>
  [...css.matchAll(/url\(([\w./-]+\.woff2)\)/g)].map(
    ([, href = '']) => `<link rel="preload" as="font" crossorigin href="${href}">`,
  );

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${embeddedJson(value)}</script>`;

/** How to load the entries of the page's releases. For other remotes, the browser requests the live set. */
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
    // The type ties each state to its id; `Object.fromEntries` would lose that.
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

/** Words for search engines and link previews (site copy, section 18). */
const TEXTS = {
  name: 'Відлуння',
  titleEnding: '\u00a0— Відлуння',
  slogan: 'Маркетинг, який відгукується',
  description:
    'Діджитал-агенція з Вінниці: SMM, контент-маркетинг, лідогенерація, аналітика, SEO та брендинг. Понад 50 фахівців, понад 200 проєктів.',
  homeTitle: 'Гукнемо так, що відгукнеться',
  homeImageAlt:
    'Написи «Гукнемо так, що відгукнеться» та «Відлуння, діджитал-агенція у Вінниці», поруч від коралової крапки розходяться дуги',
} as const;

/** The blog's news feed. */
export const RSS = { path: '/rss.xml', title: 'Блог «Відлуння»' };

/** Tags of every page. */
const SITE_TAGS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  `<link rel="alternate" href="${RSS.path}" type="application/rss+xml" title="${RSS.title}">`,
];

/** The API's preview image of the home page; a post has its own. */
const HOME_IMAGE = '/api/og/home.png';

/**
 * Tags for devices, search engines, and link previews: OpenGraph for messengers and social networks (https://ogp.me),
 * and more for X. Addresses without a page are not indexed. The canonical address has no trailing slash and no query.
 */
function headTags(page: Page, { kind, head }: RenderedPage, siteUrl: string, owner: Owner): string[] {
  if (kind !== 'page') return ['<meta name="robots" content="noindex">', ...SITE_TAGS];
  const { article, description } = head;
  const isHome = page.kind === 'home';
  const url = siteUrl + addressOf(page);
  // Link previews and search results show the site's name next to the title.
  const title = isHome ? TEXTS.homeTitle : head.title.replace(new RegExp(`${TEXTS.titleEnding}$`), '');
  const image = new URL(article?.image ?? HOME_IMAGE, siteUrl).href;
  const facts = isHome
    ? professionalService(siteUrl, owner)
    : article && blogPosting(siteUrl, { ...article, url, title, description, image });
  return [
    `<link rel="canonical" href="${escaped(url)}">`,
    ...metaTags('property', {
      'og:site_name': TEXTS.name,
      'og:locale': 'uk_UA',
      'og:type': article ? 'article' : 'website',
      'og:url': url,
      'og:title': title,
      'og:description': description,
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': article?.imageAlt ?? TEXTS.homeImageAlt,
      'article:published_time': article?.published,
      'article:modified_time': article?.modified,
      'article:author': article?.author,
    }),
    // X takes everything else from OpenGraph.
    ...metaTags('name', { author: article?.author, 'twitter:card': 'summary_large_image' }),
    // Browsers do not execute a data block, so the policy for scripts does not apply.
    ...(facts ? [`<script type="application/ld+json">${embeddedJson(facts)}</script>`] : []),
    ...SITE_TAGS,
  ];
}

const metaTags = (attribute: 'name' | 'property', contents: Readonly<Record<string, string | undefined>>) =>
  Object.entries(contents).flatMap(([name, content]) =>
    content ? [`<meta ${attribute}="${name}" content="${escaped(content)}">`] : [],
  );

/** The agency, as a publisher. */
const publisher = (siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: TEXTS.name,
});

/** The agency for search engines (https://schema.org/ProfessionalService). */
const professionalService = (
  siteUrl: string,
  { contact: { address, email, hours, map, phone }, social }: Owner,
) => ({
  '@context': 'https://schema.org',
  ...publisher(siteUrl),
  url: `${siteUrl}/`,
  logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
  '@type': 'ProfessionalService',
  slogan: TEXTS.slogan,
  description: TEXTS.description,
  image: `${siteUrl}/icon-512.png`,
  telephone: phone,
  email,
  address: postalAddress(address),
  hasMap: map,
  openingHoursSpecification: openingHours(hours),
  sameAs: Object.values(social).filter((link) => link !== ''),
});

type Facts = Readonly<Record<'url' | 'title' | 'image' | 'author' | 'published', string>> & {
  readonly description: string | undefined;
  readonly modified?: string;
};

/** A post for search engines (https://schema.org/BlogPosting). */
const blogPosting = (
  siteUrl: string,
  { url, title, description, image, author, published, modified }: Facts,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  mainEntityOfPage: url,
  headline: title,
  description,
  image: { '@type': 'ImageObject', url: image, width: 1200, height: 630 },
  datePublished: published,
  dateModified: modified,
  inLanguage: 'uk',
  author: { '@type': 'Person', name: author },
  publisher: publisher(siteUrl),
});
