import { remoteList } from '@vidlunnia/remote-kit/environment/topology';
import { startLoad, type Outcome } from './load';
import type { Project } from './project';

/** Every container of these may go at any time; the gateway and PostgreSQL are one each on one machine. */
const REPLACEABLE = ['api', 'shell', ...remoteList.map(({ folder }) => folder)];
/** Requests that pass while a container is down. */
const WHILE_DOWN = 40;
const COUNTS = 'SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM applications)';

/** Kills any one container, and starts it again, while visitors read and send. */
export const checkKills = (project: Project, addresses: readonly string[]): Promise<string> =>
  troubleAll(project, addresses, async (id, pass) => {
    await project.docker('kill', id);
    await pass();
    await project.docker('start', id);
  });

/** Restarts every container in turn while visitors read and send. */
export const checkRollingRestart = (project: Project, addresses: readonly string[]): Promise<string> =>
  troubleAll(project, addresses, async (id) => {
    await project.docker('restart', '--time', '15', id);
  });

async function troubleAll(
  project: Project,
  addresses: readonly string[],
  trouble: (id: string, pass: () => Promise<void>) => Promise<void>,
): Promise<string> {
  const blamed: string[] = [];
  return underLoad(
    project,
    addresses,
    async ({ outcome, pass }) => {
      await pass(WHILE_DOWN);
      for (const service of REPLACEABLE) {
        for (const id of await project.containers(service)) {
          const before = outcome.failures.length;
          await trouble(id, () => pass(WHILE_DOWN));
          await project.healthy(id);
          await pass(WHILE_DOWN);
          const failed = outcome.failures.length - before;
          if (failed > 0) blamed.push(`${service}: ${String(failed)}`);
        }
      }
    },
    blamed,
  );
}

/** Does something while visitors read and send. Throws when a request failed or an acknowledged submission is missing. */
export async function underLoad(
  project: Project,
  addresses: readonly string[],
  act: (load: ReturnType<typeof startLoad>) => Promise<void>,
  blamed: readonly string[] = [],
): Promise<string> {
  const load = startLoad(project.url, addresses);
  try {
    await act(load);
  } finally {
    await load.stop();
  }
  const { reads, acknowledged, failures, slowest } = load.outcome;
  if (failures.length > 0)
    throw new Error(
      `${String(failures.length)} requests failed (${blamed.join(', ')}):\n${failures.slice(0, 10).join('\n')}`,
    );
  await checkStored(project, acknowledged);
  return `${String(reads)} pages and files read, ${String(acknowledged.length)} submissions all stored once, slowest ${String(slowest)} ms`;
}

/** Throws when the database lacks a submission that was acknowledged under one of these keys, or has it twice. */
export async function checkStored(project: Project, keys: Outcome['acknowledged']): Promise<void> {
  const sql = 'SELECT idempotency_key FROM messages WHERE idempotency_key IS NOT NULL';
  const counts = new Map<string, number>();
  for (const key of await project.query(sql)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const wrong = keys.filter((key) => counts.get(key) !== 1);
  if (wrong.length > 0)
    throw new Error(`${String(wrong.length)} acknowledged submissions are lost or stored twice`);
}

/** PostgreSQL is killed while visitors send: what was acknowledged is there afterwards. Requests may fail meanwhile. */
export async function checkCrash(project: Project): Promise<string> {
  const [id = ''] = await project.containers('postgres');
  const { outcome, pass, stop } = startLoad(project.url, ['/api/health']);
  try {
    await pass(60);
    await project.docker('kill', id);
    await project.docker('start', id);
    await project.healthy(id);
    const before = outcome.acknowledged.length;
    await pass(60);
    if (outcome.acknowledged.length === before) throw new Error('nothing was stored after the restart');
  } finally {
    await stop();
  }
  await checkStored(project, outcome.acknowledged);
  return `${String(outcome.acknowledged.length)} acknowledged submissions all there; ${String(outcome.failures.length)} requests failed meanwhile`;
}

/** A backup is taken and restored into another database, as docs/deployment.md says: everything is in it. */
export async function checkBackup(project: Project): Promise<string> {
  const [id = ''] = await project.containers('postgres');
  const commands = [
    'pg_dump -U vidlunnia --format=custom vidlunnia > /tmp/backup',
    'createdb -U vidlunnia restored',
    'pg_restore -U vidlunnia --dbname=restored --exit-on-error /tmp/backup',
  ];
  await project.docker('exec', id, 'sh', '-c', commands.join(' && '));
  const [[before], [after]] = [await project.query(COUNTS), await project.query(COUNTS, 'restored')];
  if (before === undefined || before !== after)
    throw new Error(`the restored database has ${String(after)}, not ${String(before)}`);
  return `messages|applications ${before}`;
}
