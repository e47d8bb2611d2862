import { remoteList } from '../../environment/topology';
import { startLoad, type Outcome } from './load';
import type { Project } from './project';

/** Every container of these may go at any time; the gateway and PostgreSQL are one each on one machine. */
const REPLACEABLE = ['api', 'shell', ...remoteList.map(({ folder }) => folder)];
/** Requests that pass while a container is down. */
const WHILE_DOWN = 40;

/** Kills any one container, and starts it again, while visitors read and send. */
export const checkKills = (project: Project, addresses: readonly string[]): Promise<string> =>
  underLoad(project, addresses, async (id, pass) => {
    await project.docker('kill', id);
    await pass();
    await project.docker('start', id);
  });

/** Restarts every container in turn while visitors read and send. */
export const checkRollingRestart = (project: Project, addresses: readonly string[]): Promise<string> =>
  underLoad(project, addresses, async (id) => {
    await project.docker('restart', '--time', '15', id);
  });

async function underLoad(
  project: Project,
  addresses: readonly string[],
  trouble: (id: string, pass: () => Promise<void>) => Promise<void>,
): Promise<string> {
  const load = startLoad(project.url, addresses);
  const pass = () => load.pass(WHILE_DOWN);
  const blamed: string[] = [];
  try {
    await pass();
    for (const service of REPLACEABLE) {
      for (const id of await project.containers(service)) {
        const before = load.outcome.failures.length;
        await trouble(id, pass);
        await project.healthy(id);
        await pass();
        const failed = load.outcome.failures.length - before;
        if (failed > 0) blamed.push(`${service}: ${String(failed)}`);
      }
    }
  } finally {
    await load.stop();
  }
  return judge(project, load.outcome, blamed);
}

/** Throws when a request failed or an acknowledged submission is not in the database; else says what passed. */
export async function judge(
  project: Project,
  outcome: Outcome,
  blamed: readonly string[] = [],
): Promise<string> {
  const { reads, acknowledged, failures, slowest } = outcome;
  if (failures.length > 0) {
    throw new Error(
      `${String(failures.length)} requests failed (${blamed.join(', ')}):\n${failures.slice(0, 10).join('\n')}`,
    );
  }
  const lost = await findLost(project, acknowledged);
  if (lost.length > 0) throw new Error(`${String(lost.length)} acknowledged submissions are lost`);
  return `${String(reads)} pages and files read, ${String(acknowledged.length)} submissions all stored once, slowest ${String(slowest)} ms`;
}

/** Keys of acknowledged submissions that the database has not got, or has twice. */
export async function findLost(project: Project, acknowledged: readonly string[]): Promise<string[]> {
  const stored = await project.query(
    'SELECT idempotency_key FROM messages WHERE idempotency_key IS NOT NULL',
  );
  const counts = new Map<string, number>();
  for (const key of stored) counts.set(key, (counts.get(key) ?? 0) + 1);
  return acknowledged.filter((key) => counts.get(key) !== 1);
}
