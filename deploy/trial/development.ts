import { randomUUID } from 'node:crypto';
import { lchownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findTestBrowser } from '@vidlunnia/scripts/stack';
import { submission } from './load';
import type { Check } from './main';
import { BUILD_DEADLINE, untilHolds, type Project } from './project';
import { checkStored } from './survival';

interface Change {
  readonly file: string;
  /** A text in the file which the home page has; the change writes before it. */
  readonly text: string;
}

const BLOG: Change = { file: 'mfe-blog/src/teaser/copy.ts', text: 'Усі статті' };
/** In every package something that a visitor reads on the home page. */
const CHANGES: Readonly<Record<string, Change>> = {
  'mfe-home': { file: 'mfe-home/src/team/copy.ts', text: 'засновниця, стратегиня' },
  'mfe-blog': BLOG,
  'mfe-forms': { file: 'mfe-forms/src/application-form/copy.ts', text: 'Файл із резюме не потрібен' },
  shell: { file: 'shell/src/site/texts.ts', text: 'Почати проєкт' },
  'api, content': { file: 'api/content/services.json', text: 'Ведемо сторінки' },
  'shared, used by two teams': { file: 'shared/ui/section-head/section-head.tsx', text: '{title}\n' },
};
/** Milliseconds after which a change is late even on a busy machine. */
const DEADLINE = 60_000;
/** Milliseconds between two pages that a visitor reads. */
const INTERVAL = 50;
/** A user that no image knows. */
const SOMEBODY = 12_345;

/** Starts the development stack on a working tree, changes what teams change, and stops and starts it again. */
export async function tryDevelopment(project: Project, check: Check): Promise<void> {
  giveAway(project.folder);
  // Nothing below can be tried on a stack that is not there.
  if (!(await check('it comes up with Docker alone and says where', () => start(project)))) return;
  await check('a saved change of any package is on the page that is open', () => checkChanges(project));
  await check('one team is away, changed and started again while others read', () => checkOneTeam(project));
  await check('taken down and up again it has its data', () => checkData(project));
}

async function start(project: Project): Promise<string> {
  const began = Date.now();
  await project.compose(['up', '--detach'], BUILD_DEADLINE);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const log = await project.compose(['logs', 'ready']);
  const address = project.url.replace('127.0.0.1', 'localhost');
  if (!log.includes(`Ready: ${address}`)) throw new Error(`it does not say where it is:\n${log}`);
  const page = await fetch(project.url);
  if (page.status !== 200) throw new Error(`the page is answered with ${String(page.status)}`);
  return `up in ${seconds} s`;
}

/** Saves changes while a page is open in a browser, which then shows them; says after how long. */
async function checkChanges(project: Project): Promise<string> {
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...BROWSER_ARGUMENTS] });
  try {
    const page = await browser.newPage();
    await page.goto(project.url);
    const times: string[] = [];
    for (const [name, change] of Object.entries(CHANGES))
      times.push(`${name} ${await timeOf(project, page, change, `Зміна ${String(times.length)}`)}`);
    return times.join('; ');
  } finally {
    await browser.close();
  }
}

async function timeOf(project: Project, page: Page, change: Change, mark: string): Promise<string> {
  const began = Date.now();
  save(project, change, mark);
  await page.getByText(mark).first().waitFor({ state: 'attached', timeout: DEADLINE });
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

function save({ folder }: Project, { file, text }: Change, mark: string): void {
  const place = path.join(folder, file);
  const before = readFileSync(place, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} has no “${text}” any more`);
  writeFileSync(place, before.replaceAll(text, `${mark} ${text}`));
}

/** One team's container is stopped, its source changed and it alone started again; the page is whole all the time. */
async function checkOneTeam(project: Project): Promise<string> {
  const mark = 'Зміна сама';
  const reading = new AbortController();
  const pages = readOn(project.url, BLOG.text, reading.signal);
  try {
    await project.compose(['stop', 'mfe-blog']);
    save(project, BLOG, mark);
    await project.compose(['up', '--detach', '--build', 'mfe-blog']);
    const isShown = async () => (await (await fetch(project.url)).text()).includes(mark);
    await untilHolds(isShown, 'the site does not show the new release');
  } finally {
    reading.abort();
  }
  return `${String(await pages)} pages read meanwhile, all whole`;
}

/** Reads the home page until `signal`; gives how often. Rejects when one was not answered or lacked `text`. */
async function readOn(url: string, text: string, signal: AbortSignal): Promise<number> {
  const failures: string[] = [];
  let pages = 0;
  for (; !signal.aborted; pages += 1) {
    const page = await fetch(url).then((response) => response.text(), String);
    if (!page.includes(text)) failures.push(page.slice(0, 120));
    await pause(INTERVAL);
  }
  if (failures.length > 0) throw new Error(`${String(failures.length)} pages failed: ${failures[0] ?? ''}`);
  return pages;
}

async function checkData(project: Project): Promise<string> {
  const key = randomUUID();
  const { status } = await fetch(`${project.url}/api/contact`, submission(key));
  if (status !== 201) throw new Error(`a message was answered with ${String(status)}`);
  await project.compose(['down']);
  const detail = await start(project);
  await checkStored(project, [key]);
  return detail;
}

/** Gives a folder's files to another user than the one who started this, where that is allowed. */
function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of ['', ...files]) lchownSync(path.join(folder, file), SOMEBODY, SOMEBODY);
}
