import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { copyTree, freePorts } from '@vidlunnia/shared/stack';
import { launchBrowser } from '../measure/browser';
import { median } from '../measure/median';
import { atMost, type Figure } from './figure';

const SAVES = 10;
const FOLDERS = ['api', 'mfe-blog', 'mfe-forms', 'mfe-home', 'shared', 'shell'];
/** Milliseconds for a start, or for one save. */
const DEADLINE = 180_000;

/** A change that a developer saves again and again. */
interface Change {
  readonly title: string;
  readonly file: string;
  readonly from: string;
  readonly to: (turn: number) => string;
  /** Whether an open page shows it. */
  readonly isShown: (page: Page, turn: number) => Promise<boolean>;
}

const CHANGES: readonly Change[] = [
  {
    title: 'a component',
    file: 'mfe-home/src/reasons/copy.ts',
    from: 'Шість обіцянок',
    to: (turn) => `${String(turn)} обіцянок`,
    isShown: (page, turn) =>
      page
        .getByText(`${String(turn)} обіцянок`)
        .first()
        .isVisible(),
  },
  {
    title: 'a style',
    file: 'mfe-home/src/reasons/reasons.module.css',
    from: 'background: var(--violet-ground);',
    to: (turn) => `background: rgb(${String(turn)} 0 0);`,
    isShown: (page, turn) =>
      page
        .locator('#reasons')
        .evaluate((element) => getComputedStyle(element).backgroundColor)
        .then((colour) => colour === `rgb(${String(turn)}, 0, 0)`),
  },
  {
    title: 'a load',
    file: 'mfe-blog/src/teaser/first-posts.ts',
    from: 'posts.slice(0, TEASER_POSTS)',
    to: (turn) => `posts.slice(0, ${String((turn % 2) + 1)})`,
    isShown: (page, turn) =>
      page
        .locator('#blog article')
        .count()
        .then((count) => count === (turn % 2) + 1),
  },
];

/** From saving a file to the open page, with `npm run dev` in a copy of the tree. */
export async function measureDevelopment(): Promise<Figure[]> {
  const tree = await mkdtemp(path.join(tmpdir(), 'bench-development-'));
  await copyTree(tree, FOLDERS);
  const ports = await freePorts();
  const browser = await launchBrowser();
  let child: ChildProcess | undefined;
  try {
    const started = performance.now();
    const url = await new Promise<string>((resolve, reject) => {
      child = spawn(process.execPath, ['shared/tasks/run.mjs', 'dev'], {
        cwd: tree,
        env: { ...process.env, ...ports, DATA_DIR: path.join(tree, '.data') },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines: string[] = [];
      if (child.stdout) {
        createInterface(child.stdout).on('line', (line) => {
          lines.push(line);
          const [, ready] = /^Ready: (\S+)$/.exec(line) ?? [];
          if (ready !== undefined) resolve(ready);
        });
      }
      child.once('exit', () => {
        reject(new Error(`npm run dev ended:\n${lines.join('\n')}`));
      });
    });
    const ready = (performance.now() - started) / 1000;
    const page = await browser.newPage();
    await page.goto(url);
    const figures: Figure[] = [
      { name: 'npm run dev, nothing built, until ready', measured: ready, unit: 's', target: atMost(8) },
    ];
    for (const change of CHANGES) figures.push(...(await measureChange(tree, page, change)));
    return figures;
  } finally {
    await browser.close();
    if (child?.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(tree, { recursive: true, force: true });
  }
}

async function measureChange(
  tree: string,
  page: Page,
  { title, file, from, to, isShown }: Change,
): Promise<Figure[]> {
  const place = path.join(tree, file);
  const source = await readFile(place, 'utf8');
  if (!source.includes(from)) throw new Error(`${file} has no “${from}”`);
  const times: number[] = [];
  for (let turn = 1; turn <= SAVES; turn += 1) {
    await writeFile(place, source.replace(from, to(turn)));
    const started = performance.now();
    while (!(await isShown(page, turn).catch(() => false))) {
      if (performance.now() - started > DEADLINE) throw new Error(`${title} was never shown`);
      await page.waitForTimeout(20);
    }
    times.push((performance.now() - started) / 1000);
    // Until the page has come to rest: nobody saves while it reloads.
    await page.waitForTimeout(1_000);
  }
  const name = `From saving ${title} to the open page`;
  return [
    { name: `${name}, median`, measured: median(times), unit: 's', target: atMost(1) },
    { name: `${name}, slowest`, measured: Math.max(...times), unit: 's', target: atMost(2) },
  ];
}
