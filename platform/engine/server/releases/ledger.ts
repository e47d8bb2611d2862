import { Type, type Static } from '@sinclair/typebox';
import { RejectionSchema } from '@vidlunnia/releases/release';
import { parseChecked } from '@vidlunnia/settings/checked';
import type { Log } from '@vidlunnia/operating';
import { createMutex } from '@vidlunnia/operating/single-flight';
import type { ReleaseStore } from './release-store';

const FILE = 'ledger.json';
/** Withdrawn versions of a remote that are kept. */
export const MAX_WITHDRAWN = 100;

const LedgerSchema = Type.Object({
  /** Time of the newest pointer. */
  pointerAt: Type.Optional(Type.String()),
  /** When its rollout began at this shell. */
  since: Type.Optional(Type.String()),
  /** Newest first. */
  withdrawn: Type.Array(RejectionSchema),
});
type Entries = Static<typeof LedgerSchema>;

const EMPTY: Entries = { withdrawn: [] };

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** What a shell must know of each remote after a restart, in addition to its history. A damaged file counts as missing. */
export async function openLedger(store: ReleaseStore, log: Log) {
  const known = new Map<string, Entries>();
  for (const name of await store.remotes())
    try {
      const bytes = await store.files(name).read(FILE);
      if (bytes) known.set(name, parseChecked(LedgerSchema, bytes, FILE));
    } catch (error) {
      log.warn(`The ledger of ${name} cannot be read: ${String(error)}`);
    }
  const runExclusive = createMutex();
  const of = (name: string): Entries => known.get(name) ?? EMPTY;
  return {
    of,
    names: () => [...known.keys()],
    /** Changes entries at once. If the disk fails, only this process knows. */
    write: async (name: string, changes: Partial<Entries>): Promise<void> => {
      known.set(name, { ...of(name), ...changes });
      await runExclusive(() => store.files(name).write(FILE, Buffer.from(JSON.stringify(of(name))))).catch(
        (error: unknown) => {
          log.warn(`Pointer and withdrawals of ${name} could not be recorded: ${String(error)}`);
        },
      );
    },
  };
}
