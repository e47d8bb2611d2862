import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { copySources, freePorts } from '@vidlunnia/scripts/stack';
import { launchBrowser } from '../measure/browser';
import { median } from '../measure/median';
import { atMost, type Figure } from './figure';

const SAVES = 10;
/** Milliseconds for a start, or for one save. */
const DEADLINE = 180_000;
/** Milliseconds for the first check of types, which begins when the page is there. */
const WARM_UP = 20_000;

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

/** From saving a file to the open page, with `npm run dev` in a copy of the tree; and how long that takes to start. */
export async function measureDevelopment(): Promise<Figure[]> {
  const tree = await copySources();
  const browser = await launchBrowser();
  try {
    const { url, ready, stop } = await startDevelopment(tree);
    try {
      const figures: Figure[] = [{ name: 'npm run dev, until ready', measured: ready, unit: 's' }];
      const page = await browser.newPage();
      await page.goto(url);
      await page.waitForTimeout(WARM_UP);
      for (const change of CHANGES) figures.push(...(await measureChange(tree, page, change)));
      return figures;
    } finally {
      await stop();
    }
  } finally {
    await browser.close();
    await rm(tree, { recursive: true, force: true });
  }
}

interface Development {
  readonly url: string;
  /** Seconds until the page was there. */
  readonly ready: number;
  readonly stop: () => Promise<void>;
}

async function startDevelopment(tree: string): Promise<Development> {
  const ports = await freePorts();
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/cli.ts', 'dev'], {
    cwd: tree,
    env: { ...process.env, ...ports, DATA_DIR: path.join(tree, '.data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const [, ready] = /^Ready: (\S+)$/.exec(line) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', () => {
      reject(new Error(`npm run dev ended:\n${lines.join('\n')}`));
    });
  });
  const ready = (performance.now() - started) / 1000;
  return {
    url,
    ready,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
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
    { name: `${name}, median`, measured: median(times), unit: 's', target: atMost(2) },
    { name: `${name}, slowest`, measured: Math.max(...times), unit: 's' },
  ];
}
