import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { from, submission } from './load';
import type { Project } from './project';

/** More than two replicas with this limit take from one visitor. */
const LIMIT = 3;
const ATTEMPTS = 2 * LIMIT + 1;
/** Requests at once; the gateway lets 400 pass, and 100 more each second. */
const FLOOD = 1000;
const FLOOD_DEADLINE = 30_000;
const INTERVAL = 20;

/**
 * One visitor who sends too much is rejected, whatever address he claims, and nobody else is: the limits count
 * visitors, not the gateway.
 */
export async function checkAddresses(project: Project): Promise<string> {
  project.set({ SUBMISSIONS_PER_MINUTE: String(LIMIT) });
  await restartApi(project);
  try {
    return await sendTooMuch(project);
  } finally {
    // What follows sends as much as it can.
    project.set({ SUBMISSIONS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000' });
    await restartApi(project);
  }
}

async function sendTooMuch(project: Project): Promise<string> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const claimed = { 'x-forwarded-for': `203.0.113.${String(attempt)}` };
    const { status } = await fetch(`${project.url}/api/contact`, submission(undefined, claimed));
    statuses.push(status);
  }
  const rejected = statuses.filter((status) => status === 429).length;
  // Which replica is full first is chance; that one is, is not.
  if (rejected === 0 || statuses.slice(0, LIMIT).some((status) => status !== 201)) {
    throw new Error(`one visitor’s submissions were answered with ${statuses.join(', ')}`);
  }
  const neighbour = await sendFromNetwork(project);
  if (neighbour !== '201') throw new Error(`another visitor was answered with ${neighbour}`);
  return `${String(rejected)} of ${String(ATTEMPTS)} rejected, another visitor was not`;
}

/**
 * The gateway takes visitors' addresses from what the engine hands on, as from a proxy in front. Until then, all that
 * this machine asks comes from one address.
 */
export async function trustEngine(project: Project): Promise<void> {
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
    const end = Date.now() + FLOOD_DEADLINE;
    while (!statuses.includes('429')) {
      if (Date.now() > end) throw new Error(`none of ${String(FLOOD)} requests at once was rejected`);
      await pause(INTERVAL);
    }
    const { status } = await fetch(`${project.url}/healthz`, { headers: from(201) });
    if (status !== 200) throw new Error(`another visitor was answered with ${String(status)}`);
    const rejected = statuses.filter((each) => each === '429').length;
    return `${String(rejected)} of ${String(FLOOD)} rejected so far, another visitor was not`;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function restartApi(project: Project): Promise<void> {
  await project.compose(['up', '--detach', '--no-build', '--no-deps', 'api']);
  for (const id of await project.containers('api')) await project.healthy(id);
}

/** Sends a message from a container, whose address is another one. Gives the answer's status. */
async function sendFromNetwork(project: Project): Promise<string> {
  const { body } = submission();
  const script = `fetch('http://gateway:8080/api/contact', { method: 'POST', headers: { 'content-type': 'application/json' }, body: process.argv[1] }).then(({ status }) => console.log(status))`;
  const network = `${project.name}_front`;
  const run = ['run', '--rm', '--network', network, 'node:24-bookworm-slim', 'node', '-e', script, body];
  return (await project.docker(...run)).trim();
}
