import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '../../contracts/release-report';
import { judge } from './check-survival';
import { startLoad } from './load';
import { remoteList } from '../../environment/topology';
import { BUILD_DEADLINE, type Project } from './project';

/** What the blog team changes: its own text, and nothing else. */
const COPY = { file: 'mfe-blog/src/teaser/copy.ts', before: "'Блог'", after: "'Нотатки'" };
const LIVE_DEADLINE = 180_000;
const INTERVAL = 200;
/** Answers in a row that have to show the new release: replicas take turns at answering. */
const IN_A_ROW = 8;

/** One team's container is built and started alone while visitors read and send; the site then shows its release. */
export async function checkRelease(project: Project, addresses: readonly string[]): Promise<string> {
  const others = await startedAt(project);
  const before = await liveVersion(project);
  const load = startLoad(project.url, addresses);
  try {
    const file = path.join(project.folder, COPY.file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(COPY.before, COPY.after));
    await project.compose(['up', '--detach', '--build', 'mfe-blog'], BUILD_DEADLINE);
    const after = await untilLive(project, before);
    await untilShown(project);
    const changed = (await startedAt(project)).filter((line) => !others.includes(line));
    if (changed.length > 0) throw new Error(`other containers were started again: ${changed.join(', ')}`);
    await rollBack(project, after, before);
  } finally {
    await load.stop();
  }
  return judge(project, load.outcome);
}

/** When containers of other teams were started. */
async function startedAt(project: Project): Promise<string[]> {
  const others = remoteList.filter(({ name }) => name !== 'blog').map(({ folder }) => folder);
  const services = ['api', 'shell', ...others, 'gateway', 'postgres'];
  const ids = (await Promise.all(services.map((service) => project.containers(service)))).flat();
  const format = '{{.Name}} {{.State.StartedAt}}';
  return Promise.all(ids.map((id) => project.docker('inspect', '--format', format, id)));
}

async function liveVersion(project: Project): Promise<string> {
  const { remotes } = (await (await fetch(project.url + RELEASE_REPORT_PATH)).json()) as ReleaseReport;
  return remotes['blog']?.live?.version ?? '';
}

/** Resolves with the version that every replica shows, once it is another one. */
async function untilLive(project: Project, before: string): Promise<string> {
  return untilStable(
    () => liveVersion(project),
    (version) => version !== before,
    `still shows ${before}`,
  );
}

async function untilShown(project: Project): Promise<void> {
  const ask = async () => (await fetch(project.url)).text();
  await untilStable(
    ask,
    (page) => page.includes(COPY.after.replaceAll("'", '')),
    'does not show the new text',
  );
}

async function rollBack(project: Project, after: string, before: string): Promise<void> {
  await project.compose(['run', '--rm', '--no-deps', 'mfe-blog-release', 'rollback']);
  const version = await untilLive(project, after);
  if (version !== before) throw new Error(`the rollback led to ${version}, not to ${before}`);
}

async function untilStable(
  ask: () => Promise<string>,
  holds: (answer: string) => boolean,
  why: string,
): Promise<string> {
  const end = Date.now() + LIVE_DEADLINE;
  for (let inARow = 0; ;) {
    const answer = await ask();
    inARow = holds(answer) ? inARow + 1 : 0;
    if (inARow === IN_A_ROW) return answer;
    if (Date.now() > end) throw new Error(`after ${String(LIVE_DEADLINE / 1000)} s a replica ${why}`);
    await pause(INTERVAL);
  }
}
