import { once } from 'node:events';
import { command, runCommand, type Commands } from '@vidlunnia/settings/commands';
import type { Environment } from '../config/environment';
import { FolderInUseError } from '../database/claim-folder';
import { databaseName, hasEmbedded, openDatabase } from '../database/open-database';
import { SUBMISSION_KINDS, type SubmissionKind } from '../database/schema';
import { channelsOf } from '../delivery/channels';
import { operateOn, operateThrough } from '../submissions/channel';
import { formatCsv, formatTable } from '../submissions/format-submissions';
import { submissionFields, type Row } from '../submissions/list-submissions';
import { MAX_DEAD, pagesOf, type Operate } from '../submissions/operations';
import type { Counts } from '../submissions/personal-data';

/**
 * The operations on submissions. Each uses the database directly if possible, else the API that holds it: only one
 * process can open an embedded database.
 */
const commandsOn = (environment: Environment): Commands => {
  const on = async (run: (operate: Operate) => Promise<void>) => {
    const opened = await openDatabase(environment, { create: false }).catch((error: unknown) => {
      if (error instanceof FolderInUseError) return undefined;
      throw error;
    });
    // Not on standard output, where a table or JSON may go into a file.
    process.stderr.write(`${noteOn(environment, opened === undefined)}\n`);
    try {
      await run(opened ? operateOn(opened.database) : operateThrough(environment.dataDir));
    } finally {
      await opened?.close();
    }
  };
  return {
    list: command({
      does: 'Lists what visitors sent, newest last; the command when none is named.',
      options: {
        unanswered: { type: 'boolean' },
        since: { type: 'string', value: 'DATE' },
        csv: { type: 'string', value: SUBMISSION_KINDS.join('|') },
      },
      run: (values) => on((operate) => list(operate, values)),
    }),
    answered: command({
      does: 'Notes that a submission is answered, or with --undo that it is not.',
      words: ['ID'],
      options: { undo: { type: 'boolean' } },
      run: ({ undo = false }, [id = '']) => on((operate) => answered(operate, id, undo)),
    }),
    suspected: command({ does: 'Lists suspected spam, with reasons.', run: () => on(suspected) }),
    accept: command({
      does: 'Takes a suspected submission for a real one.',
      words: ['ID'],
      run: (_, [id = '']) => on((operate) => accept(operate, id, environment)),
    }),
    dead: command({ does: 'Lists deliveries that were given up, and why.', run: () => on(dead) }),
    retry: command({
      does: 'Delivers those of one submission again, or all.',
      words: ['[ID]'],
      run: (_, [id]) => on((operate) => retry(operate, id)),
    }),
    export: command({
      does: 'Prints everything that is stored about an address, as JSON.',
      words: ['EMAIL'],
      run: (_, [email = '']) => on((operate) => exportAll(operate, checkedEmail(email))),
    }),
    erase: command({
      does: 'Removes everything that is stored about an address.',
      words: ['EMAIL'],
      run: (_, [email = '']) => on((operate) => erase(operate, checkedEmail(email))),
    }),
    retention: command({
      does: 'Removes submissions older than RETENTION_MONTHS; --dry-run only counts them. After a jump of the clock it needs the date of today: --today 2026-11-28.',
      options: { 'dry-run': { type: 'boolean' }, today: { type: 'string', value: 'DATE' } },
      run: ({ today, 'dry-run': dryRun = false }) =>
        on((operate) => retention(operate, { months: environment.retentionMonths, today }, dryRun)),
    }),
  };
};

/** Names the database that is used, and one that was moved from but still has personal data. */
function noteOn(environment: Environment, isRunning: boolean): string {
  const used = `Using ${databaseName(environment)}${isRunning ? ', which the running API holds' : ''}`;
  if (environment.databaseUrl === undefined || !hasEmbedded(environment)) return used;
  const { dataDir } = environment;
  return `${used}\nNot using ${databaseName({ dataDir, databaseUrl: undefined })}; remove it if it was moved`;
}

/** Runs an operation on submissions; lists them by default. */
export function submissionsCommand(environment: Environment, args: readonly string[]): Promise<void> {
  const isNamed = args[0] === '--help' || (args[0] !== undefined && !args[0].startsWith('-'));
  const words = isNamed ? args : ['list', ...args];
  return runCommand(commandsOn(environment), words, (name) => `npm run submissions -w api -- ${name}`);
}

interface Selection {
  readonly unanswered?: boolean;
  readonly since?: string;
  readonly csv?: string;
}

async function list(operate: Operate, { csv, since, unanswered = false }: Selection): Promise<void> {
  const date = since === undefined ? undefined : new Date(since);
  if (date && Number.isNaN(date.getTime())) throw new Error('--since must be a date like 2026-11-21');
  const selection = { since: date?.toISOString(), unanswered };
  const fieldsOf = (kind: SubmissionKind) => [...submissionFields(kind), 'answered_at', 'delivery'];
  if (csv !== undefined) {
    const kind = SUBMISSION_KINDS.find((each) => each === csv);
    if (kind === undefined) throw new Error(`--csv must be one of ${SUBMISSION_KINDS.join(', ')}`);
    let isFirst = true;
    for await (const rows of pagesOf(operate, { kind, ...selection })) {
      await print(formatCsv(fieldsOf(kind), rows, { isFirst }));
      isFirst = false;
    }
    return;
  }
  let suspects = 0;
  for (const kind of SUBMISSION_KINDS) {
    await print(`${kind} (${String(await operate('count', { kind, ...selection }))})\n`);
    for await (const rows of pagesOf(operate, { kind, ...selection })) await printTable(fieldsOf(kind), rows);
    suspects += await operate('count', { kind, suspected: true });
  }
  // Otherwise staff would not look for them.
  if (suspects > 0) await print(`${String(suspects)} more are suspected spam: see submissions suspected\n`);
}

async function answered(operate: Operate, id: string, undo: boolean): Promise<void> {
  if (!(await operate('answered', { id, undo })))
    throw new Error(`There is no submission ${id}; npm run submissions -w api lists them`);
  await print(`Submission ${id} is ${undo ? 'not ' : ''}answered\n`);
}

async function suspected(operate: Operate): Promise<void> {
  for (const kind of SUBMISSION_KINDS) {
    await print(`${kind}\n`);
    for await (const rows of pagesOf(operate, { kind, suspected: true }))
      await printTable(['suspicion', ...submissionFields(kind)], rows);
  }
}

async function accept(operate: Operate, id: string, environment: Environment): Promise<void> {
  const channels = [...channelsOf(environment).keys()];
  if (!(await operate('accept', { id, channels })))
    throw new Error(
      `There is no suspected submission ${id}; npm run submissions -w api -- suspected lists them`,
    );
  await print(`Submission ${id} is accepted; ${String(channels.length)} deliveries are pending\n`);
}

async function dead(operate: Operate): Promise<void> {
  const fields = ['created_at', 'kind', 'channel', 'attempts', 'last_error', 'id'];
  const rows = await operate('dead', undefined);
  await printTable(fields, rows);
  if (rows.length === MAX_DEAD) await print('There may be more\n');
}

async function retry(operate: Operate, id: string | undefined): Promise<void> {
  const count = await operate('retry', { id });
  if (count === 0 && id !== undefined)
    throw new Error(`There are no dead letters of ${id}; npm run submissions -w api -- dead lists them`);
  await print(`${String(count)} dead letters are pending again\n`);
}

async function exportAll(operate: Operate, email: string): Promise<void> {
  await print(`${JSON.stringify({ email, ...(await operate('export', email)) }, null, 2)}\n`);
}

async function erase(operate: Operate, email: string): Promise<void> {
  await print(`Erased: ${inWords(await operate('erase', email))}\n`);
}

async function retention(
  operate: Operate,
  options: { readonly months: number; readonly today: string | undefined },
  dryRun: boolean,
): Promise<void> {
  const { before, removed, kept } = await operate('retention', { ...options, dryRun: true });
  const months = String(options.months);
  await print(`Older than ${months} months, created before ${before}: ${inWords(removed)}\n`);
  if (!dryRun) await print(`Removed: ${inWords((await operate('retention', options)).removed)}\n`);
  if (kept > 0)
    throw new Error(
      `${String(kept)} more submissions look older than ${months} months, but are kept: the database’s clock or RETENTION_MONTHS has moved by more than a day since the last removal. If all is right, add --today with the date of today`,
    );
}

function checkedEmail(email: string): string {
  if (email.includes('@')) return email;
  throw new Error(`“${email}” is not an e-mail address like olena@example.com`);
}

/** Writes to standard output, at the speed of its reader. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const printTable = (fields: readonly string[], rows: readonly Row[]) =>
  print(`${formatTable(fields, rows)}\n\n`);

const inWords = (counts: Counts) =>
  Object.entries(counts)
    .map(([table, rows]) => `${table} ${String(rows)}`)
    .join(', ');
