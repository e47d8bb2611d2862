import { randomUUID } from 'node:crypto';
import { lchownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { expectStored, submission } from './load';
import { testOf, type Project } from './project';

const test = testOf();
test.describe.configure({ mode: 'serial' });

const BLOG = { file: 'mfe-blog/src/teaser/copy.ts', text: 'Усі статті' };
/** One text of the home page in every package. The change inserts words before it. */
const CHANGES: Readonly<Record<string, typeof BLOG>> = {
  'mfe-home': { file: 'mfe-home/src/hero/copy.ts', text: 'Розбори кейсів' },
  'mfe-blog': BLOG,
  'mfe-forms': { file: 'mfe-forms/src/application-form/copy.ts', text: 'Файл із резюме не потрібен' },
  shell: { file: 'shell/src/texts/texts.tsx', text: 'Почати проєкт' },
  'api, content': { file: 'api/content/services.json', text: 'Ведемо сторінки' },
  'shared, used by two teams': { file: 'shared/ui/section-head/section-head.tsx', text: '{title}\n' },
};
/** Milliseconds until a change appears, also on a busy machine. */
const DEADLINE = 60_000;
/** Milliseconds between two pages that a visitor reads. */
const INTERVAL = 50;
/** A user that no image knows. */
const SOMEBODY = 12_345;

test('it starts with Docker alone, and prints its address', async ({ project }) => {
  // If this process may give files away.
  if (process.getuid?.() === 0) {
    const files = readdirSync(project.folder, { recursive: true, encoding: 'utf8' });
    for (const file of ['', ...files]) lchownSync(path.join(project.folder, file), SOMEBODY, SOMEBODY);
  }
  await start(project);
});

async function start(project: Project): Promise<void> {
  await project.compose('up', '--detach');
  const address = project.url.replace('127.0.0.1', 'localhost');
  expect(await project.compose('logs', 'ready')).toContain(`Ready: ${address}`);
  expect((await fetch(project.url)).status).toBe(200);
}

test('a saved change of any package appears on the open page', async ({ project, page }) => {
  await page.goto(project.url);
  for (const [index, [name, change]] of Object.entries(CHANGES).entries()) {
    await test.step(name, async () => {
      const mark = `Зміна ${String(index)}`;
      save(project, change, mark);
      await page.getByText(mark).first().waitFor({ state: 'attached', timeout: DEADLINE });
    });
  }
});

function save({ folder }: Project, { file, text }: typeof BLOG, mark: string): void {
  const place = path.join(folder, file);
  const before = readFileSync(place, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} has no “${text}”`);
  writeFileSync(place, before.replaceAll(text, `${mark} ${text}`));
}

test('one team’s container is stopped, changed and restarted while visitors read whole pages', async ({
  project,
}) => {
  const mark = 'Зміна сама';
  const broken: string[] = [];
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const page = await fetch(project.url).then((response) => response.text(), String);
      if (!page.includes(BLOG.text)) broken.push(page.slice(0, 120));
      await pause(INTERVAL);
    }
  })();
  try {
    await project.compose('stop', 'mfe-blog');
    save(project, BLOG, mark);
    await project.compose('up', '--detach', '--build', 'mfe-blog');
    const isShown = async () => (await (await fetch(project.url)).text()).includes(mark);
    await expect.poll(isShown, 'the new release').toBe(true);
  } finally {
    over.abort();
    await reading;
  }
  expect(broken).toEqual([]);
});

test('after compose down and up, it has its data', async ({ project }) => {
  const key = randomUUID();
  expect((await fetch(`${project.url}/api/contact`, submission(key))).status).toBe(201);
  await project.compose('down');
  await start(project);
  await expectStored(project, [key]);
});
