import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';
import { remotes } from '../environment/topology';
import { startLocalServer } from '../testing';
import { runSteps, stepsOf } from './release-steps';
import { sampleRelease, FIRST } from './testing/sample-release';
import { sampleTree, type Scripts } from './testing/sample-tree';

const never = new AbortController().signal;

let said: string[] = [];
beforeEach(() => {
  said = [];
});
const runScripts = (scripts: Scripts, signal = never) =>
  runSteps(sampleTree(sampleRelease(FIRST), scripts).steps, (line) => said.push(line), signal);
const failing = (words: string) => `console.log('${words}'); console.error('and why'); process.exitCode = 2`;

test('a release checks types with tsc, runs the tests of its own package with jest, and builds it', () => {
  const steps = stepsOf(remotes.blog);
  expect(steps.map(({ title, mode }) => [title, mode])).toEqual([
    ['Types', 'development'],
    ['Tests', 'test'],
    ['Build', 'production'],
  ]);
  expect(steps.map(({ args, cwd }) => path.relative(repositoryRoot, [cwd, ...args].join(' ')))).toEqual([
    expect.stringMatching(/node_modules\/typescript\/bin\/tsc -b mfe-blog$/),
    expect.stringMatching(/node_modules\/jest\/bin\/jest\.js --selectProjects mfe-blog$/),
    expect.stringMatching(/^mfe-blog --import tsx .*shared\/build\/cli\.ts$/),
  ]);
  const files = steps.flatMap(({ args }) => args.filter((arg) => path.isAbsolute(arg)));
  expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
});

test('steps that hold are reported with their seconds, and print nothing else', async () => {
  await runScripts({ Types: `console.log('chatter')`, Tests: '' });
  expect(said[0]).toBe('Types, Tests…');
  expect(said.slice(1).sort()).toEqual([
    expect.stringMatching(/^Tests: right, \d+\.\d s$/),
    expect.stringMatching(/^Types: right, \d+\.\d s$/),
  ]);
});

test('steps run side by side, each with its own mode', async () => {
  const waiting: ServerResponse[] = [];
  // Nobody is answered before both have asked: one after the other they would wait for ever.
  const { origin, received } = await startLocalServer((_, response) => {
    waiting.push(response);
    if (waiting.length === 2) for (const each of waiting) each.end();
  });
  const ask = `fetch('${origin}/' + process.env.NODE_ENV)`;
  const { steps } = sampleTree(sampleRelease(FIRST), { Types: ask, Tests: ask });
  const inModes = steps.map((step, index) => ({ ...step, mode: String(index) }));
  await runSteps(inModes, (line) => said.push(line), never);
  expect(received.map(({ url }) => url).sort()).toEqual(['/0', '/1']);
});

test('one that fails prints its reasons before its end is reported, and is named', async () => {
  await expect(runScripts({ Types: '', Tests: failing('1 test failed') })).rejects.toThrow(
    /^Tests: failed, for the reasons above; nothing was released$/,
  );
  const end = said.findIndex((line) => /^Tests: failed, \d+\.\d s$/.test(line));
  expect(said[end - 1]).toMatch(/^(1 test failed\nand why|and why\n1 test failed)$/);
});

test('of several that fail, all print their reasons and are named in their order', async () => {
  const scripts = { Types: failing('a wrong type'), Tests: failing('a failing test'), Build: '' };
  await expect(runScripts(scripts)).rejects.toThrow(/^Types, Tests: failed, /);
  expect(said.join('\n')).toContain('a wrong type');
  expect(said.join('\n')).toContain('a failing test');
  expect(said).toContainEqual(expect.stringMatching(/^Build: right, /));
});

test('one that is ended by a signal has failed', async () => {
  await expect(runScripts({ Build: `process.kill(process.pid, 'SIGKILL')` })).rejects.toThrow(
    'Build: failed',
  );
});

test('an interruption ends the programs', async () => {
  const interrupted = new AbortController();
  const gone: Promise<unknown>[] = [];
  const { origin } = await startLocalServer((_, response) => {
    // A question that is never answered ends with the program that asked it.
    gone.push(new Promise((resolve) => response.once('close', resolve)));
    if (gone.length === 2) interrupted.abort(new Error('Interrupted by SIGINT'));
  });
  const ask = `fetch('${origin}')`;
  await expect(runScripts({ Types: ask, Tests: ask }, interrupted.signal)).rejects.toThrow('abort');
  await Promise.all(gone);
});
