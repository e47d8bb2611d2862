import { randomUUID } from 'node:crypto';
import type { Check } from './check';
import { checkChanges, checkOneTeam } from './check-changes';
import { findLost } from './check-survival';
import { submission } from './load';
import { BUILD_DEADLINE, type Project } from './project';
import { giveAway, ownersIn } from './owners';

/** Starts the development stack on a working tree, changes what teams change, and stops and starts it again. */
export async function tryDevelopment(project: Project, check: Check): Promise<void> {
  giveAway(project.folder);
  const owners = ownersIn(project.folder);
  // Nothing below can be tried on a stack that is not there.
  if (!(await check('it comes up with Docker alone and says where', () => start(project)))) return;
  await check('a saved change of any package is on the page that is open', () => checkChanges(project));
  await check('one team is away, changed and started again while others read', () => checkOneTeam(project));
  await check('taken down and up again it has its data', () => checkData(project));
  await check('the working tree has the files and the owners that it had', () => {
    const changed = ownersIn(project.folder).filter((line) => !owners.includes(line));
    if (changed.length > 0) throw new Error(changed.slice(0, 10).join(', '));
    return Promise.resolve(`${String(owners.length)} files and folders`);
  });
}

async function start(project: Project): Promise<string> {
  const began = Date.now();
  await project.compose(['up', '--detach'], BUILD_DEADLINE);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const told = await project.compose(['logs', 'ready']);
  const address = project.url.replace('127.0.0.1', 'localhost');
  if (!told.includes(`Ready: ${address}`)) throw new Error(`it does not say where it is:\n${told}`);
  const page = await fetch(project.url);
  if (page.status !== 200) throw new Error(`the page is answered with ${String(page.status)}`);
  return `up in ${seconds} s`;
}

async function checkData(project: Project): Promise<string> {
  const key = randomUUID();
  const { status } = await fetch(`${project.url}/api/contact`, submission(key));
  if (status !== 201) throw new Error(`a message was answered with ${String(status)}`);
  await project.compose(['down']);
  const told = await start(project);
  const lost = await findLost(project, [key]);
  if (lost.length > 0) throw new Error('what was sent before is not there');
  return told;
}
