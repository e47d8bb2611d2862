import type { ServerResponse } from 'node:http';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { runSteps } from './release-steps';
import { sampleRelease, FIRST } from './testing/sample-release';
import { sampleTree, type Scripts } from './testing/sample-tree';

const never = new AbortController().signal;

let said: string[] = [];
const say = (line: string) => said.push(line);
const onBuilt = () => Promise.resolve('tried');
beforeEach(() => {
  said = [];
});
const runScripts = (scripts: Scripts, signal = never) =>
  runSteps(sampleTree(sampleRelease(FIRST), scripts).steps, { onBuilt, say, signal });
const failing = (words: string) => `console.log('${words}'); console.error('and why'); process.exitCode = 2`;

test('steps that hold are reported with their seconds, and print nothing else', async () => {
  expect(await runScripts({ Types: `console.log('chatter')`, Tests: '' })).toBe('tried');
  expect(said[0]).toBe('Types, Tests, Build…');
  expect(said.slice(1).sort()).toEqual([
    expect.stringMatching(/^Build: right, \d+\.\d s$/),
    expect.stringMatching(/^Tests: right, \d+\.\d s$/),
    expect.stringMatching(/^Types: right, \d+\.\d s$/),
  ]);
});

test('checks run beside the build and what follows it, each step with its own mode', async () => {
  const waiting: ServerResponse[] = [];
  // Nobody is answered before both have asked: one after the other they would wait for ever.
  const { origin, received } = await startLocalServer((_, response) => {
    waiting.push(response);
    if (waiting.length === 2) for (const each of waiting) each.end();
  });
  const ask = `fetch('${origin}/' + process.env.NODE_ENV)`;
  const { checks, build } = sampleTree(sampleRelease(FIRST), { Types: ask }).steps;
  const steps = { checks: checks.map((step) => ({ ...step, mode: 'types' })), build };
  await runSteps(steps, { onBuilt: () => fetch(`${origin}/built`), say, signal: never });
  expect(received.map(({ url }) => url).sort()).toEqual(['/built', '/types']);
});

test('what does not build is not gone on with', async () => {
  const tried = jest.fn(onBuilt);
  const { steps } = sampleTree(sampleRelease(FIRST), { Build: failing('no such module') });
  await expect(runSteps(steps, { onBuilt: tried, say, signal: never })).rejects.toThrow('Build: failed');
  expect(tried).not.toHaveBeenCalled();
});

test('one that fails prints its reasons before its end is reported, and is named', async () => {
  await expect(runScripts({ Types: '', Tests: failing('1 test failed') })).rejects.toThrow(
    /^Tests: failed, for the reasons above; nothing was released$/,
  );
  const end = said.findIndex((line) => /^Tests: failed, \d+\.\d s$/.test(line));
  expect(said[end - 1]).toMatch(/^(1 test failed\nand why|and why\n1 test failed)$/);
});

test('the first that fails ends the others, and nothing else is said of them', async () => {
  const { origin } = await startLocalServer(() => undefined);
  const hanging = `fetch('${origin}')`;
  const tried = jest.fn(() => new Promise<never>(() => undefined));
  const { steps } = sampleTree(sampleRelease(FIRST), { Types: failing('a wrong type'), Tests: hanging });
  await expect(runSteps(steps, { onBuilt: tried, say, signal: never })).rejects.toThrow(/^Types: failed, /);
  const building = sampleTree(sampleRelease(FIRST), { Types: hanging, Build: failing('no such module') });
  await expect(runSteps(building.steps, { onBuilt, say, signal: never })).rejects.toThrow(/^Build: failed, /);
});

test('one that is ended by a signal has failed', async () => {
  await expect(runScripts({ Build: `process.kill(process.pid, 'SIGKILL')` })).rejects.toThrow(
    'Build: failed',
  );
});
