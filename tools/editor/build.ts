import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { build } from 'esbuild';
import { editorConfig, type Backend } from './config';

const EDITOR = path.join(repositoryRoot(), 'tools/editor');
const TOOLS = path.join(repositoryRoot(), 'tools/node_modules');

export interface EditorOptions {
  readonly backend: Backend;
  /** Origin of the site, for links to posts. */
  readonly site: string;
  /** Allowed origins of the repository's host; none for a local folder. */
  readonly hosts: readonly string[];
}

/**
 * Writes the editor's page and its files into a folder, which works at any address. The page contains its security
 * policy, because a plain file host sends none.
 */
export async function buildEditor(folder: string, { backend, site, hosts }: EditorOptions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [path.join(EDITOR, 'page/main.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'files/[name]-[hash]',
    loader: { '.svg': 'file', '.woff2': 'file' },
    nodePaths: [TOOLS],
    // 300 files that highlight code, which posts do not have.
    external: ['@shikijs/*'],
    logLevel: 'warning',
  });
  // Sveltia looks for them next to main.js (`import.meta.url`).
  const assets = path.join(TOOLS, '@sveltia/cms/npm/assets');
  await cp(assets, path.join(folder, 'assets'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  await withOwnFonts(path.join(folder, 'main.js'), await readdir(assets));
  const icon = await readFile(path.join(repositoryRoot(), 'shell/public/favicon.svg'), 'base64');
  const logo = { src: `data:image/svg+xml;base64,${icon}` };
  await writeFile(
    path.join(folder, 'config.json'),
    JSON.stringify({ ...editorConfig(backend, site, hosts.length === 0), logo }, null, 2),
  );
  const page = await readFile(path.join(EDITOR, 'page/index.html'), 'utf8');
  await writeFile(
    path.join(folder, 'index.html'),
    page.replace('{{policy}}', policy(hosts)).replace('{{style}}', hosts.length === 0 ? FOLDER_ONLY : ''),
  );
}

/**
 * Points Sveltia's font rules at its own files. Sveltia registers these files itself, but Chromium still requests the
 * rules' CDN.
 */
async function withOwnFonts(script: string, assets: readonly string[]): Promise<void> {
  const text = await readFile(script, 'utf8');
  const own = text.replaceAll(
    /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([a-z0-9-]+)[^/]*\/([a-z0-9-]+)\.woff2/g,
    (address, font: string, subset: string) => {
      const file = assets.find((name) => name.startsWith(`${font}-${subset}`));
      return file === undefined ? address : `assets/${file}`;
    },
  );
  await writeFile(script, own);
}

/** Hides the button that signs in to a host, because a local folder has none. */
const FOLDER_ONLY = '<style>.buttons > .button.secondary { display: none; }</style>';

/** WebAssembly encodes webp where the browser cannot; Svelte sets styles on elements; the preview is a blob. */
const policy = (hosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    ['img-src', "'self'", 'blob:', 'data:', ...hosts].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", 'blob:', 'data:', ...hosts].join(' '),
    'frame-src blob:',
    "worker-src 'self' blob:",
    "form-action 'none'",
  ].join('; ');
