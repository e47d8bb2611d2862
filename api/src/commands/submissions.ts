import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Environment } from '../config/environment';
import { FolderInUseError } from '../database/claim-folder';
import { openDatabase } from '../database/open-database';
import { SUBMISSION_KINDS, type SubmissionKind } from '../database/schema';
import { channelsOf } from '../delivery/channels';
import { operateOn, operateThrough } from '../submissions/channel';
import { formatCsv, formatTable } from '../submissions/format-submissions';
import { submissionFields, type Row } from '../submissions/list-submissions';
import { MOST_DEAD, pagesOf, type Operate } from '../submissions/operations';
import type { Counts } from '../submissions/personal-data';

export const SUBMISSIONS_USAGE = `npm run submissions -w api -- [COMMAND]
  list [--unanswered] [--since DATE] [--csv applications|messages]
                     what visitors sent, newest last; the command when none is named
  answered ID [--undo]
                     notes that a submission is answered, or that it is not
  suspected          suspected spam, with reasons
  accept ID          takes a suspected submission for a real one
  dead               deliveries that were given up, and why
  retry [ID]         delivers those of one submission again, or all
  export EMAIL       everything that is stored about an address, as JSON
  erase EMAIL        removes everything that is stored about an address
  retention [--dry-run]
                     removes what is older than RETENTION_MONTHS, or only counts it`;

interface Call {
  readonly operate: Operate;
  readonly environment: Environment;
  /** Arguments after the subcommand's name. */
  readonly args: string[];
}

/** Operations on submissions, by the word after `submissions`. */
const SUBCOMMANDS = {
  list,
  answered,
  suspected,
  accept,
  dead,
  retry,
  export: exportAll,
  erase,
  retention,
} as const;

const isSubcommand = (name: string): name is keyof typeof SUBCOMMANDS => Object.hasOwn(SUBCOMMANDS, name);

/**
 * Runs a subcommand on submissions; lists them by default. It uses the database directly if possible, else the API that
 * holds it: only one process can open an embedded database.
 */
export async function submissionsCommand(environment: Environment, args: string[]): Promise<void> {
  const [first = ''] = args;
  const isNamed = first !== '' && !first.startsWith('-');
  const name = isNamed ? first : 'list';
  if (!isSubcommand(name))
    throw new Error(`There is no submissions ${name}; use ${Object.keys(SUBCOMMANDS).join(', ')}`);
  const call = { environment, args: isNamed ? args.slice(1) : args };
  const opened = await openDatabase(environment).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  });
  const operate = opened ? operateOn(opened.database) : operateThrough(environment.dataDir);
  try {
    await SUBCOMMANDS[name]({ ...call, operate });
  } finally {
    await opened?.close();
  }
}

async function list({ operate, args }: Call): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      csv: { type: 'string' },
      since: { type: 'string' },
      unanswered: { type: 'boolean', default: false },
    },
  });
  const date = values.since === undefined ? undefined : new Date(values.since);
  if (date && Number.isNaN(date.getTime())) throw new Error('--since must be a date like 2026-11-21');
  const selection = { since: date?.toISOString(), unanswered: values.unanswered };
  const fieldsOf = (kind: SubmissionKind) => [...submissionFields(kind), 'answered_at', 'delivery'];
  if (values.csv !== undefined) {
    const kind = SUBMISSION_KINDS.find((each) => each === values.csv);
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

async function answered({ operate, args }: Call): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { undo: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new Error('answered takes the id of one submission');
  if (!(await operate('answered', { id, undo: values.undo })))
    throw new Error(`There is no submission ${id}; npm run submissions -w api lists them`);
  await print(`Submission ${id} is ${values.undo ? 'not ' : ''}answered\n`);
}

async function suspected({ operate, args }: Call): Promise<void> {
  parseArgs({ args });
  for (const kind of SUBMISSION_KINDS) {
    await print(`${kind}\n`);
    for await (const rows of pagesOf(operate, { kind, suspected: true }))
      await printTable(['suspicion', ...submissionFields(kind)], rows);
  }
}

async function accept({ operate, args, environment }: Call): Promise<void> {
  const id = onlyArgument(args);
  if (id === undefined) throw new Error('accept takes the id of one submission');
  const channels = [...channelsOf(environment).keys()];
  if (!(await operate('accept', { id, channels })))
    throw new Error(
      `There is no suspected submission ${id}; npm run submissions -w api -- suspected lists them`,
    );
  await print(`Submission ${id} is accepted; ${String(channels.length)} deliveries are pending\n`);
}

async function dead({ operate, args }: Call): Promise<void> {
  parseArgs({ args });
  const fields = ['created_at', 'kind', 'channel', 'attempts', 'last_error', 'id'];
  const rows = await operate('dead', undefined);
  await printTable(fields, rows);
  if (rows.length === MOST_DEAD) await print('There may be more\n');
}

async function retry({ operate, args }: Call): Promise<void> {
  const id = args.length === 0 ? undefined : onlyArgument(args);
  if (id === undefined && args.length > 0) throw new Error('retry takes the id of one submission, or none');
  const count = await operate('retry', { id });
  if (count === 0 && id !== undefined)
    throw new Error(`There are no dead letters of ${id}; npm run submissions -w api -- dead lists them`);
  await print(`${String(count)} dead letters are pending again\n`);
}

async function exportAll({ operate, args }: Call): Promise<void> {
  const email = emailArgument('export', args);
  await print(`${JSON.stringify({ email, ...(await operate('export', email)) }, null, 2)}\n`);
}

async function erase({ operate, args }: Call): Promise<void> {
  await print(`Erased: ${inWords(await operate('erase', emailArgument('erase', args)))}\n`);
}

async function retention({ operate, args, environment: { retentionMonths: months } }: Call): Promise<void> {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
  const dryRun = values['dry-run'];
  const counts = await operate('retention', { months, dryRun });
  await print(`Older than ${String(months)} months, ${dryRun ? 'kept' : 'removed'}: ${inWords(counts)}\n`);
}

/** The only argument of a subcommand; `undefined` when there is none or more than one. */
function onlyArgument(args: string[]): string | undefined {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  return positionals.length === 1 ? positionals[0] : undefined;
}

function emailArgument(subcommand: string, args: string[]): string {
  const email = onlyArgument(args);
  if (email?.includes('@') === true) return email;
  throw new Error(`${subcommand} takes one e-mail address: ${subcommand} olena@example.com`);
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
