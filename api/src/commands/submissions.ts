import { once } from 'node:events';
import { command, runCommand, type Commands } from '@vidlunnia/settings/commands';
import { FolderInUseError } from '../database/claim-folder';
import type { Database, OpenDatabase } from '../database/database';
import { databaseName, hasEmbedded, openDatabase } from '../database/open-database';
import { SUBMISSION_KINDS } from '../database/schema';
import { channelsOf } from '../delivery/channels';
import type { Environment } from '../config/environment';
import { serveInbox, type Inbox } from '../inbox/open';
import { commandListener, runThere, type Print } from '../submissions/channel';
import { csvOf, formatSubmissions } from '../submissions/format-submissions';
import {
  columnsOf,
  countSubmissions,
  listSubmissions,
  submissionFields,
} from '../submissions/list-submissions';
import * as operations from '../submissions/operations';
import { erasePerson, exportPerson, type Counts } from '../submissions/personal-data';
import { applyRetention } from '../submissions/retention';

/** Opens the staff's inbox; resolves when the command may end. */
type OpenInbox = (environment: Environment, database: Database, print: Print) => Promise<void>;

/** The operations on submissions. Each opens the database when its arguments are right. */
const commandsOn = (
  environment: Environment,
  open: () => Promise<Database>,
  print: Print,
  openInbox: OpenInbox,
): Commands => ({
  list: command({
    does: 'Lists what visitors sent, newest last; the command when none is named.',
    options: {
      unanswered: { type: 'boolean' },
      since: { type: 'string', value: 'DATE' },
      csv: { type: 'string', value: SUBMISSION_KINDS.join('|') },
    },
    run: async ({ csv, since, unanswered = false }) => {
      const date = since === undefined ? undefined : new Date(since);
      if (date && Number.isNaN(date.getTime())) throw new Error('--since must be a date like 2026-11-21');
      const kind = SUBMISSION_KINDS.find((each) => each === csv);
      if (csv !== undefined && !kind) throw new Error(`--csv must be one of ${SUBMISSION_KINDS.join(', ')}`);
      const database = await open();
      const selection = { since: date, unanswered };
      if (kind) {
        const pages = listSubmissions(database, { kind, ...selection });
        for await (const part of csvOf(columnsOf(kind), pages)) await print(part);
        return;
      }
      const after = ['answered_at', 'delivery', 'source'];
      await printTables(database, print, selection, { after });
      const counts = SUBMISSION_KINDS.map((each) =>
        countSubmissions(database, { kind: each, suspected: true }),
      );
      const suspects = (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
      // Otherwise staff would not look for them.
      if (suspects > 0)
        await print(`${String(suspects)} more are suspected spam: see submissions suspected\n`);
    },
  }),
  count: command({
    does: 'Counts them, and suspected spam.',
    run: async () => {
      const database = await open();
      for (const kind of SUBMISSION_KINDS)
        for (const suspected of [false, true]) {
          const count = await countSubmissions(database, { kind, suspected });
          await print(`${kind}${suspected ? ', suspected' : ''}: ${String(count)}\n`);
        }
    },
  }),
  answered: command({
    does: 'Notes that a submission is answered, or with --undo that it is not.',
    words: ['ID'],
    options: { undo: { type: 'boolean' } },
    run: async ({ undo = false }, [id = '']) => {
      if (!(await operations.noteAnswered(await open(), id, undo)))
        throw new Error(`There is no submission ${id}; npm run submissions -w api lists them`);
      await print(`Submission ${id} is ${undo ? 'not ' : ''}answered\n`);
    },
  }),
  suspected: command({
    does: 'Lists suspected spam, with reasons.',
    run: async () =>
      printTables(await open(), print, { suspected: true }, { before: ['suspicion'], after: ['source'] }),
  }),
  accept: command({
    does: 'Takes a suspected submission for a real one.',
    words: ['ID'],
    run: async (_, [id = '']) => {
      const channels = [...channelsOf(environment).keys()];
      if (!(await operations.acceptSuspected(await open(), id, channels)))
        throw new Error(
          `There is no suspected submission ${id}; npm run submissions -w api -- suspected lists them`,
        );
      await print(`Submission ${id} is accepted; ${String(channels.length)} deliveries are pending\n`);
    },
  }),
  dead: command({
    does: 'Lists deliveries that were given up, and why.',
    run: async () => {
      const fields = ['created_at', 'kind', 'channel', 'attempts', 'last_error', 'id'];
      await print(formatSubmissions(fields, await operations.listDeadLetters(await open())));
    },
  }),
  retry: command({
    does: 'Delivers those of one submission again, or all.',
    words: ['[ID]'],
    run: async (_, [id]) => {
      const count = await operations.retryDeadLetters(await open(), id);
      if (count === 0 && id !== undefined)
        throw new Error(`There are no dead letters of ${id}; npm run submissions -w api -- dead lists them`);
      await print(`${String(count)} dead letters are pending again\n`);
    },
  }),
  export: command({
    does: 'Prints everything that is stored about an address, as JSON.',
    words: ['EMAIL'],
    run: async (_, [email = '']) => {
      checkEmail(email);
      await print(`${JSON.stringify({ email, ...(await exportPerson(await open(), email)) }, null, 2)}\n`);
    },
  }),
  erase: command({
    does: 'Removes everything that is stored about an address.',
    words: ['EMAIL'],
    run: async (_, [email = '']) => {
      checkEmail(email);
      await print(`Erased: ${inWords(await erasePerson(await open(), email))}\n`);
    },
  }),
  inbox: command({
    does: 'Opens the staff’s inbox and prints how to enter.',
    run: async () => openInbox(environment, await open(), print),
  }),
  retention: command({
    does: 'Removes submissions older than RETENTION_MONTHS; --dry-run only counts them. After a jump of the clock it needs the date of today: --today 2026-11-28.',
    options: { 'dry-run': { type: 'boolean' }, today: { type: 'string', value: 'DATE' } },
    run: async ({ today, 'dry-run': dryRun = false }) => {
      const { retentionMonths: months } = environment;
      const { removed, kept } = await applyRetention(await open(), {
        ...{ months, today, dryRun },
        announce: ({ before, removed: due }) =>
          print(`Older than ${String(months)} months, created before ${before}: ${inWords(due)}\n`),
      });
      if (!dryRun) await print(`Removed: ${inWords(removed)}\n`);
      if (kept > 0)
        throw new Error(
          `${String(kept)} more submissions look older than ${String(months)} months, but are kept: the database’s clock or RETENTION_MONTHS has moved by more than a day since the last removal. If all is right, add --today with the date of today`,
        );
    },
  }),
});

async function printTables(
  database: Database,
  print: Print,
  selection: Omit<Parameters<typeof listSubmissions>[1], 'kind'>,
  { before = [], after }: { readonly before?: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  for (const kind of SUBMISSION_KINDS) {
    await print(`${kind} (${String(await countSubmissions(database, { kind, ...selection }))})\n`);
    for await (const rows of listSubmissions(database, { kind, ...selection }))
      await print(formatSubmissions([...before, ...submissionFields(kind), ...after], rows));
  }
}

function checkEmail(email: string): void {
  if (!email.includes('@')) throw new Error(`“${email}” is not an e-mail address like olena@example.com`);
}

const inWords = (counts: Counts) =>
  Object.entries(counts)
    .map(([table, rows]) => `${table} ${String(rows)}`)
    .join(', ');

/**
 * Runs an operation on submissions; lists them by default. It uses the database directly if possible, else the API that
 * holds it: only one process can open an embedded database.
 */
export async function submissionsCommand(environment: Environment, args: readonly string[]): Promise<void> {
  const isNamed = args[0] === '--help' || (args[0] !== undefined && !args[0].startsWith('-'));
  const words = isNamed ? args : ['list', ...args];
  // Not on standard output, where a table or JSON may go into a file.
  const note = (more: string) => {
    if (words[0] !== 'inbox')
      process.stderr.write(`Using the database ${databaseName(environment)}${more}\n`);
  };
  let opened: OpenDatabase | undefined;
  const open = async () => {
    opened = await openDatabase(environment, { create: false });
    note(unusedIn(environment));
    return opened.database;
  };
  const commands = commandsOn(environment, open, print, serveInbox);
  try {
    await runCommand(commands, words, (name) => `npm run submissions -w api -- ${name}`);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    note(', which the running API holds');
    await runThere(environment.dataDir, words, print);
  } finally {
    await opened?.close();
  }
}

/** Writes to standard output, at the speed of its reader. */
const print: Print = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

/** Names an embedded database that was moved from but still has personal data. */
function unusedIn({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl === undefined || !hasEmbedded({ dataDir })) return '';
  return `\nNot using the embedded one, ${databaseName({ dataDir, databaseUrl: undefined })}; remove it if it was moved`;
}

/** Runs the operations on the API's embedded database for other processes. */
export const submissionsListener = (environment: Environment, inbox: Inbox) => (database: Database) =>
  commandListener((args, print) => {
    const openInbox: OpenInbox = () => inbox.open(database, print);
    return runCommand(
      commandsOn(environment, () => Promise.resolve(database), print, openInbox),
      args,
    );
  });
