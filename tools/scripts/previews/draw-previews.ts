/// <reference lib="dom" />
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';
import { readContent } from '@vidlunnia/api/src/content/content';
import { say } from '@vidlunnia/remote-kit/process/task';
import { API_CONTENT } from '../content-check';
import { fingerprint, previewPages } from './preview-pages';

const FOLDER = join(API_CONTENT, 'previews');
const FONTS = join(__dirname, '../fonts/complete');
const SIZE = { width: 1200, height: 630 };

/** Draws the link previews of the home page and all posts into `api/content/previews`. */
export async function drawPreviews(): Promise<void> {
  const pages = await previewPages(await readContent(API_CONTENT, { drafts: true }));
  const fonts = await Promise.all(['Unbounded', 'Manrope'].map(fontFace));
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  const browser = await chromium.launch({
    args: [...BROWSER_ARGUMENTS],
    executablePath: findTestBrowser(),
    timeout: 30_000,
  });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    for (const [id, html] of pages) {
      await page.setContent(html);
      await page.addStyleTag({ content: fonts.join('\n') });
      await page.evaluate(fitTitle);
      await page.screenshot({ path: join(FOLDER, `${id}.png`), timeout: 30_000 });
    }
  } finally {
    await browser.close();
  }
  const drawn = Object.fromEntries([...pages].map(([id, html]) => [id, fingerprint(html)]));
  await writeFile(join(FOLDER, 'drawn.json'), `${JSON.stringify(drawn, null, 2)}\n`);
  say(`${String(pages.size)} previews are drawn`);
}

async function fontFace(family: string): Promise<string> {
  const file = await readFile(join(FONTS, `${family.toLowerCase()}.woff2`), 'base64');
  return `@font-face { font-family: ${family}; font-weight: 200 900; src: url(data:font/woff2;base64,${file}) }`;
}

/** Runs in the page: makes the title as large as possible in three lines. */
async function fitTitle(): Promise<void> {
  await document.fonts.ready;
  const title = document.getElementById('title');
  if (title === null) return;
  for (let size = 64; size >= 36; size -= 2) {
    title.style.fontSize = `${String(size)}px`;
    const lines = title.offsetHeight / (size * 1.125);
    if (lines < 3.5 && title.scrollWidth <= title.clientWidth) return;
  }
}
