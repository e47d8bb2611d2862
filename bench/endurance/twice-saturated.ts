import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { operateThrough } from '@vidlunnia/api/src/submissions/channel';
import { message } from '@vidlunnia/api/test/support/payloads';
import { median } from '../measure/median';
import { startFederated, type FederatedSite } from '../sites/federated';
import type { Finding } from './finding';
import { suspectedMessages } from './killed-while-storing';

/** Clients that keep the site busy: what it answers them in a second is what it can. */
const CLIENTS = 16;
const SECONDS = 10;
/** What admitted requests may take at twice the load that can be carried, beside what they take at once that load. */
const MOST = 3;

/** A request to be made, with a number of its own. */
interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}
interface Answered {
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
}

/** Asks for pages that have to be rendered, and sends messages, at the rate that the site can carry and at twice that. */
export async function twiceSaturated(): Promise<Finding[]> {
  const site = await startFederated();
  try {
    const pages = (n: number): Ask => ({ method: 'GET', path: `/blog/nobody-wrote-this-${String(n)}` });
    const submissions = (n: number): Ask => ({
      method: 'POST',
      path: '/api/contact',
      body: JSON.stringify({ ...message, message: `overload-${String(n)}` }),
    });
    const rendered = await overload(site, 'pages', pages, 404);
    const stored = await overload(site, 'submissions', submissions, 201);
    const rows = new Set(await suspectedMessages(operateThrough(site.data)));
    return [
      rendered.finding,
      stored.finding,
      {
        name: 'Accepted submissions are there',
        measured: `${String(stored.admitted)} accepted, ${String(rows.size)} stored`,
        passed: rows.size >= stored.admitted,
      },
    ];
  } finally {
    await site.stop();
  }
}

async function overload(site: FederatedSite, name: string, ask: (n: number) => Ask, admitted: number) {
  const agent = new Agent({ keepAlive: true });
  let number = 0;
  const next = () => send(site, agent, ask((number += 1)));
  const within = async <T>(work: (going: () => boolean) => Promise<T>) => {
    const end = performance.now() + SECONDS * 1_000;
    return work(() => performance.now() < end);
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS * 4 }, next));
    number = 0;
    const once: Answered[] = [];
    await within((going) =>
      Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          while (going()) once.push(await next());
        }),
      ),
    );
    const interval = (SECONDS * 1_000) / (2 * once.length);
    const twice: Promise<Answered>[] = [];
    await within(async (going) => {
      const start = performance.now();
      while (going()) {
        // As many as are due: timers are coarser than the rate.
        while (twice.length * interval < performance.now() - start) twice.push(next());
        await pause(1);
      }
    });
    const answers = await Promise.all(twice);
    const wanted = (given: readonly Answered[]) => given.filter(({ status }) => status === admitted);
    const others = answers.filter(({ status }) => status !== admitted);
    const [calm, busy] = [once, answers].map((given) => median(wanted(given).map(({ took }) => took)));
    const ratio = (busy ?? NaN) / (calm ?? NaN);
    const shed = others.filter(({ status }) => status === 503);
    return {
      admitted: wanted(once).length + wanted(answers).length,
      finding: {
        name: `Twice the load of ${name} that can be carried`,
        measured: [
          `${(once.length / SECONDS).toFixed(0)} per s carried, ${(answers.length / SECONDS).toFixed(0)} sent`,
          `admitted ${String(wanted(answers).length)} in ${(busy ?? NaN).toFixed(0)} ms (median; ${(calm ?? NaN).toFixed(0)} before: ${ratio.toFixed(1)} ×)`,
          `shed ${String(shed.length)}${shed.length > 0 ? ` in ${median(shed.map(({ took }) => took)).toFixed(0)} ms` : ''}`,
          `otherwise ${String(others.length - shed.length)}`,
        ].join('; '),
        passed: ratio <= MOST && others.length === shed.length,
      } satisfies Finding,
    };
  } finally {
    agent.destroy();
  }
}

const send = ({ url }: FederatedSite, agent: Agent, { method, path, body }: Ask) =>
  new Promise<Answered>((resolve) => {
    const begun = performance.now();
    const end = (status: number) => {
      resolve({ status, took: performance.now() - begun });
    };
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asked = request(
      url.replace('localhost', '127.0.0.1') + path,
      { method, agent, headers, timeout: 30_000 },
      (response) => {
        response.resume();
        response.once('end', () => {
          end(response.statusCode ?? 0);
        });
      },
    );
    asked.once('error', () => {
      end(0);
    });
    asked.end(body);
  });
