import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentFolder } from '@vidlunnia/api/src/package-root';
import { publishContent } from '@vidlunnia/content/versions';
import { atMost, interleave, median, type Figure } from '../figure';
import { residentMemory } from '../measure/process-tree';
import { startSite, type BenchSite } from '../servers/site';

const POSTS = 2_000;

/** A start with 2,000 posts compared with the repository's eight; an earlier start has read both. */
export async function measurePosts({ postPath }: BenchSite, rounds: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vidlunnia-bench-'));
  const source = path.join(folder, 'source');
  await cp(contentFolder, source, { recursive: true });
  const text = await readFile(path.join(source, 'posts', `${path.basename(postPath)}.md`), 'utf8');
  for (let id = 1; id <= POSTS; id += 1)
    await writeFile(
      path.join(source, `posts/${String(id)}.md`),
      text.replace(/^title:/m, `$& ${String(id)}`),
    );
  const startWith = (posts: string) => async () => {
    const DATA_DIR = path.join(folder, `${path.basename(posts)}-data`);
    const CONTENT_DIR = path.join(DATA_DIR, 'live');
    const started = performance.now();
    await publishContent(CONTENT_DIR, { '.': posts });
    const site = await startSite({ DATA_DIR, CONTENT_DIR });
    const seconds = (performance.now() - started) / 1_000;
    const megabytes = await residentMemory(site.apiProcess);
    await site.stop();
    return { seconds, megabytes };
  };
  const subjects = { many: startWith(source), few: startWith(contentFolder) };
  try {
    await interleave(1, subjects);
    const { many, few } = await interleave(rounds, subjects);
    const amounts = [many, few].map(
      (starts) =>
        `${median(starts.map(({ seconds }) => seconds)).toFixed(1)} s, API ${median(starts.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
    );
    return [
      {
        name: 'Start with 2,000 posts compared with eight',
        measured: median(many.map(({ seconds }, round) => seconds / (few[round]?.seconds ?? NaN))),
        unit: '×',
        target: atMost(1.3),
        detail: amounts.join('; '),
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
