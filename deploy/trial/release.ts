import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/contracts/release-report';
import { remoteList } from '@vidlunnia/remote-kit/environment/topology';
import { BUILD_DEADLINE, untilHolds, type Project } from './project';
import { underLoad } from './survival';

/** What the blog team changes: its own text, and nothing else. */
const COPY = { file: 'mfe-blog/src/teaser/copy.ts', before: 'Блог', after: 'Нотатки' };
/** Responses in a row that have to show the new release: replicas take turns. */
const IN_A_ROW = 8;

/** One team's container is built, started and rolled back alone while visitors read and send. */
export const checkRelease = (project: Project, addresses: readonly string[]): Promise<string> =>
  underLoad(project, addresses, async () => {
    const others = await othersStarted(project);
    const before = await liveVersion(project);
    const file = path.join(project.folder, COPY.file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`'${COPY.before}'`, `'${COPY.after}'`));
    await project.compose(['up', '--detach', '--build', 'mfe-blog'], BUILD_DEADLINE);
    const isShown = async () => (await (await fetch(project.url)).text()).includes(COPY.after);
    await untilHolds(() => inARow(isShown), 'a replica does not show the new text');
    if ((await othersStarted(project)) !== others) throw new Error('another container was started again');
    await project.compose(['run', '--rm', '--no-deps', 'mfe-blog-release', 'rollback']);
    const isBack = async () => (await liveVersion(project)) === before;
    await untilHolds(() => inARow(isBack), `a replica does not go back to ${before}`);
  });

/** Whether a condition holds as often as it takes to ask every replica. */
async function inARow(holds: () => Promise<boolean>): Promise<boolean> {
  for (let times = 0; times < IN_A_ROW; times += 1) if (!(await holds())) return false;
  return true;
}

/** When containers of other teams were started. */
async function othersStarted(project: Project): Promise<string> {
  const teams = remoteList.filter(({ name }) => name !== 'blog').map(({ folder }) => folder);
  const services = ['api', 'shell', ...teams, 'gateway', 'postgres'];
  const ids = (await Promise.all(services.map((service) => project.containers(service)))).flat();
  return project.docker('inspect', '--format', '{{.Name}} {{.State.StartedAt}}', ...ids);
}

async function liveVersion(project: Project): Promise<string> {
  const { remotes } = (await (await fetch(project.url + RELEASE_REPORT_PATH)).json()) as ReleaseReport;
  return remotes['blog']?.live?.version ?? '';
}
