import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../../environment/browser-arguments';
import { findTestBrowser } from '../../environment/find-browser';
import type { Project } from './project';

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
/** Milliseconds after which a change is late even on a busy machine; what it took is told. */
const DEADLINE = 60_000;
const START_DEADLINE = 180_000;
const INTERVAL = 50;

/** Saves changes while a page is open in a browser, which then shows them; tells after how long. */
export async function checkChanges(project: Project): Promise<string> {
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...BROWSER_ARGUMENTS] });
  try {
    const page = await browser.newPage();
    await page.goto(project.url);
    const told: string[] = [];
    for (const [name, change] of Object.entries(CHANGES)) {
      told.push(`${name} ${await timeOf(project, page, change, `Зміна ${String(told.length)}`)}`);
    }
    return told.join('; ');
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
export async function checkOneTeam(project: Project): Promise<string> {
  const mark = 'Зміна сама';
  const reading = startReading(project.url, BLOG.text);
  try {
    await project.compose(['stop', 'mfe-blog']);
    save(project, BLOG, mark);
    await project.compose(['up', '--detach', '--build', 'mfe-blog']);
    const end = Date.now() + START_DEADLINE;
    while (!(await (await fetch(project.url)).text()).includes(mark)) {
      if (Date.now() > end) throw new Error('the site does not show the new release');
      await pause(INTERVAL);
    }
  } finally {
    await reading.stop();
  }
  return `${String(reading.pages())} pages read meanwhile, all whole`;
}

/** Reads the home page again and again; stopping it throws when one was not answered or lacked `text`. */
function startReading(url: string, text: string) {
  let [pages, running] = [0, true];
  const failures: string[] = [];
  const read = async () => {
    while (running) {
      const page = await fetch(url).then(
        async (response) => (response.ok ? response.text() : String(response.status)),
        String,
      );
      if (page.includes(text)) pages += 1;
      else failures.push(page.slice(0, 120));
      await pause(INTERVAL);
    }
  };
  const reader = read();
  return {
    pages: () => pages,
    async stop() {
      running = false;
      await reader;
      if (failures.length > 0)
        throw new Error(`${String(failures.length)} pages failed: ${failures[0] ?? ''}`);
    },
  };
}
