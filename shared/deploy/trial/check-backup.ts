import { findLost } from './check-survival';
import { startLoad } from './load';
import type { Project } from './project';

const COUNTS = 'SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM applications)';

/** A backup is taken and restored into another database, as docs/deployment.md tells: everything is in it. */
export async function checkBackup(project: Project): Promise<string> {
  const [id = ''] = await project.containers('postgres');
  const inside = (command: string) => project.docker('exec', id, 'sh', '-c', command);
  await inside('pg_dump -U vidlunnia --format=custom vidlunnia > /tmp/backup');
  await inside(
    'createdb -U vidlunnia restored && pg_restore -U vidlunnia --dbname=restored --exit-on-error /tmp/backup',
  );
  const [[before], [after]] = [await project.query(COUNTS), await project.query(COUNTS, 'restored')];
  if (before === undefined || before !== after)
    throw new Error(`the restored database has ${String(after)}, not ${String(before)}`);
  return `messages|applications ${before}`;
}

/** PostgreSQL is killed while visitors send: what was acknowledged is there afterwards. Requests may fail meanwhile. */
export async function checkCrash(project: Project): Promise<string> {
  const [id = ''] = await project.containers('postgres');
  const load = startLoad(project.url, ['/api/health']);
  try {
    await load.pass(60);
    await project.docker('kill', id);
    await project.docker('start', id);
    await project.healthy(id);
    const before = load.outcome.acknowledged.length;
    await load.pass(60);
    if (load.outcome.acknowledged.length === before)
      throw new Error('no submission was stored after the restart');
  } finally {
    await load.stop();
  }
  const { acknowledged, failures } = load.outcome;
  const lost = await findLost(project, acknowledged);
  if (lost.length > 0) throw new Error(`${String(lost.length)} acknowledged submissions are lost`);
  return `${String(acknowledged.length)} acknowledged submissions all there; ${String(failures.length)} requests were rejected meanwhile`;
}
