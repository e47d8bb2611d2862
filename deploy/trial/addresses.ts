import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { from, submission } from './load';
import { untilHolds, type Project } from './project';

/** Forms that one visitor may send to a replica in a minute, in this check. */
export const FEW = 3;
/** More than two replicas with this limit take from one visitor. */
const ATTEMPTS = 2 * FEW + 1;
/** Requests at once; the gateway lets 400 pass, and 100 more each second. */
const FLOOD = 1000;

/** A visitor who sends too much is rejected whatever address he claims, until the gateway trusts what is in front of it. */
export async function checkSubmissions(project: Project): Promise<string> {
  const send = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${project.url}/api/contact`, submission(undefined, headers))).status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    statuses.push(await send({ 'x-forwarded-for': `203.0.113.${String(attempt)}` }));
  const rejected = statuses.filter((status) => status === 429).length;
  // Which replica is full first is chance; that one is, is not.
  if (rejected === 0 || statuses.slice(0, FEW).some((status) => status !== 201))
    throw new Error(`one visitor’s submissions were answered with ${statuses.join(', ')}`);
  await trustEngine(project);
  const neighbour = await send(from(201));
  if (neighbour !== 201) throw new Error(`another visitor was answered with ${String(neighbour)}`);
  return `${String(rejected)} of ${String(ATTEMPTS)} rejected, another visitor was not`;
}

/**
 * The gateway takes visitors' addresses from what the engine hands on, as from a proxy in front. Until then, all that
 * this machine asks comes from one address.
 */
async function trustEngine(project: Project): Promise<void> {
  // Where an engine's networks are, whichever it is.
  const ranges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
  const file = path.join(project.folder, 'trusted.d/trial.conf');
  writeFileSync(file, ranges.map((range) => `set_real_ip_from ${range};\n`).join(''));
  const [gateway = ''] = await project.containers('gateway');
  await project.docker('restart', gateway);
  await project.healthy(gateway);
}

/** One visitor who asks more than the gateway allows one is rejected by it, whatever address he claims; nobody else is. */
export async function checkFlood(project: Project): Promise<string> {
  const { hostname, port } = new URL(project.url);
  const statuses: string[] = [];
  // Bodies that never come: the gateway counts these requests and asks no replica, so that even a busy machine sends
  // them faster than they are allowed.
  const sockets = Array.from({ length: FLOOD }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.on('data', (answer) => statuses.push(answer.toString().slice(9, 12)));
    // The proxy in front adds the visitor's address to what the visitor claims.
    const addresses = `203.0.113.${String(index % 250)}, ${from(200)['x-forwarded-for'] ?? ''}`;
    const headers = [`Host: ${hostname}`, `X-Forwarded-For: ${addresses}`, 'Content-Length: 1'];
    socket.write(`POST /healthz HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  try {
    await untilHolds(
      () => Promise.resolve(statuses.includes('429')),
      `none of ${String(FLOOD)} requests is rejected`,
    );
    const { status } = await fetch(`${project.url}/healthz`, { headers: from(202) });
    if (status !== 200) throw new Error(`another visitor was answered with ${String(status)}`);
    const rejected = statuses.filter((each) => each === '429').length;
    return `${String(rejected)} of ${String(FLOOD)} rejected so far, another visitor was not`;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
