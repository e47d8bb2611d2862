import { submission } from './load';
import type { Project } from './project';

/** More than two replicas with this limit take from one visitor. */
const LIMIT = 3;
const ATTEMPTS = 2 * LIMIT + 1;

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
