import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { Project } from './project';

/** Milliseconds between two requests of one visitor, so that the gateway's limit is not reached. */
const PACE = 25;
const REQUEST_DEADLINE = 40_000;
const READERS = 4;
const SENDERS = 2;

/** The header by which a proxy in front of the gateway names a visitor. */
export const from = (visitor: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.100.${String(visitor)}`,
});

/** A request that sends a message, with this idempotency key if there is one. */
export const submission = (key?: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
    ...headers,
  },
  body: JSON.stringify({
    name: 'Ірина',
    email: 'iryna@example.com',
    phone: '+380501112233',
    message: `Тест ${key ?? ''}`,
  }),
});

/** Visitors who read these addresses in turn, and send messages with idempotency keys, until they are stopped. */
export function startLoad(url: string, addresses: readonly string[]) {
  const outcome = {
    reads: 0,
    /** Keys of the submissions whose response was 201. */
    acknowledged: [] as string[],
    /** The reason of each request that failed. */
    failures: [] as string[],
    ended: 0,
  };
  let running = true;

  const ask = async (address: string, init: RequestInit, expected: number) => {
    const answer = await fetch(url + address, { ...init, signal: AbortSignal.timeout(REQUEST_DEADLINE) })
      .then(async (response) => `${String(response.status)} ${(await response.text()).slice(0, 120)}`)
      .catch(reasonOf);
    outcome.ended += 1;
    const isExpected = answer.startsWith(`${String(expected)} `);
    if (!isExpected) outcome.failures.push(`${address}: ${answer}`);
    return isExpected;
  };
  const read = async (visitor: number) => {
    for (let index = visitor * 3; running; index += 1) {
      const address = addresses[index % addresses.length] ?? '/';
      if (await ask(address, { headers: from(visitor) }, 200)) outcome.reads += 1;
      await pause(PACE);
    }
  };
  const send = async (visitor: number) => {
    while (running) {
      const key = randomUUID();
      if (await ask('/api/contact', submission(key, from(visitor)), 201)) outcome.acknowledged.push(key);
      await pause(PACE);
    }
  };
  const visitors = [
    ...Array.from({ length: READERS }, (_, index) => read(index)),
    ...Array.from({ length: SENDERS }, (_, index) => send(READERS + index)),
  ];
  return {
    outcome,
    /** Resolves when this number of further requests has ended. */
    pass: async (requests: number) => {
      const goal = outcome.ended + requests;
      while (outcome.ended < goal) await pause(PACE);
    },
    stop: async () => {
      running = false;
      await Promise.all(visitors);
    },
  };
}

/** Expects that no request of visitors fails during `act`, and that each acknowledged submission is stored once. */
export async function underLoad(
  project: Project,
  act: (load: ReturnType<typeof startLoad>) => Promise<void>,
): Promise<void> {
  const { url } = project;
  const page = await (await fetch(url)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/(?:assets|remotes|api\/og)\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const posts = (await (await fetch(`${url}/api/blog`)).json()) as readonly { readonly id: string }[];
  const pages = ['/', '/api/services', '/api/blog', ...posts.map(({ id }) => `/blog/${id}`)];
  const load = startLoad(url, [...pages, ...new Set(files)]);
  try {
    await act(load);
  } finally {
    await load.stop();
  }
  const { reads, acknowledged, failures } = load.outcome;
  expect(failures).toEqual([]);
  await expectStored(project, acknowledged);
  process.stdout.write(`${String(reads)} pages and files read, ${String(acknowledged.length)} submissions\n`);
}

/** Expects that the submission of each of these keys is stored once. */
export async function expectStored(project: Project, keys: readonly string[]): Promise<void> {
  const sql = 'SELECT idempotency_key FROM messages WHERE idempotency_key IS NOT NULL';
  const counts = new Map<string, number>();
  for (const key of await project.query(sql)) counts.set(key, (counts.get(key) ?? 0) + 1);
  expect(
    keys.filter((key) => counts.get(key) !== 1),
    'acknowledged, but lost or stored twice',
  ).toEqual([]);
}
