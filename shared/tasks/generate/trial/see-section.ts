import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { PRIVACY_PATH } from '../../../contracts';
import { BROWSER_ARGUMENTS } from '../../../environment/browser-arguments';
import { findTestBrowser } from '../../../environment/find-browser';
import { failTask, say } from '../../../process/say';
import { freePorts } from '../../ports';
import { startStack } from '../../stack';

/** Milliseconds for a page, on however busy a machine. */
const DEADLINE = 60_000;

/** Starts the built site and looks for a section: in the server's HTML, and where the browser makes the page. */
async function seeSection(element: string): Promise<void> {
  const data = await mkdtemp(path.join(tmpdir(), 'see-section-'));
  const lines: string[] = [];
  const places = { DATA_DIR: data, KEYS_DIR: path.join(data, 'keys'), LOG_LEVEL: 'warn' };
  const environment = { ...process.env, ...(await freePorts()), ...places };
  const stack = await startStack({
    environment,
    onLine: (folder, line) => lines.push(`[${folder}] ${line}`),
  });
  try {
    const html = await (await fetch(stack.url)).text();
    if (!html.includes(`<section id="${element}"`)) {
      throw new Error(`The server's page has no section ${element}:\n${lines.join('\n')}`);
    }
    say(`${element} is in the server's HTML`);
    await seeInBrowser(stack.url, element);
    say(`${element} is on the page that the browser makes, of its remote's code`);
  } finally {
    await stack.stop();
    await rm(data, { recursive: true, force: true });
  }
}

async function seeInBrowser(url: string, element: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...BROWSER_ARGUMENTS] });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    // A page without islands: what comes after it is made by the browser alone.
    await page.goto(url + PRIVACY_PATH, { timeout: DEADLINE });
    await untilLinksAreLive(page);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.getByRole('banner').getByRole('link').first().click();
    await page.locator(`section#${element} h2`).waitFor({ timeout: DEADLINE });
    const isSame = await page.evaluate(() => 'same' in window);
    if (!isSame) problems.push('the browser asked the server for the page');
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
  }
}

/** The shell's code comes when somebody wants it: a key is enough. Then it restores scrolling by itself. */
async function untilLinksAreLive(page: Page): Promise<void> {
  const end = Date.now() + DEADLINE;
  while ((await page.evaluate(() => window.history.scrollRestoration)) !== 'manual') {
    if (Date.now() > end) throw new Error('The links of the page did not come alive');
    await page.keyboard.press('Shift');
    await pause(100);
  }
}

seeSection(process.argv[2] ?? '').catch(failTask);
