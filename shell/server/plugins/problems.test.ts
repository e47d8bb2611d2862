/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LiveSite } from '../releases/live-site';
import { createProblems } from './problems';

const AT = '2026-11-22T00:00:00.000Z';
let folder: string;
let rejected: ReturnType<LiveSite['rejected']>;
let problems: ReturnType<typeof createProblems>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'problems-'));
  rejected = {};
  problems = createProblems(folder, { rejected: () => rejected });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what parts at work leave in their folder, which need not be there, is wrong on every page', async () => {
  await writeFile(path.join(folder, 'types'), 'error TS2322');
  expect(problems.of('/')).toEqual([{ part: 'types', text: 'error TS2322' }]);
  await rm(folder, { recursive: true });
  expect(problems.of('/')).toEqual([]);
});

test('so is a release that is rejected, until another one is not', () => {
  const reason = '/: blog/Teaser cannot load data: no posts (mfe-blog/src/teaser/index.ts:3)';
  rejected = { blog: { version: 'aaaaaa000000', step: 'render-test', reason, at: AT } };
  expect(problems.of('/blog')).toEqual([{ part: 'mfe-blog', text: `rejected at render-test: ${reason}` }]);
  rejected = {};
  expect(problems.of('/blog')).toEqual([]);
});

test('an origin that does not answer yet is nothing to mend', () => {
  rejected = {
    blog: { version: null, step: 'discover', reason: 'current.json could not be reached', at: AT },
  };
  expect(problems.of('/')).toEqual([]);
});

test('what a page lacked is wrong with that page, until it is rendered whole', () => {
  problems.onPage('/', ['blog/Teaser could not load its data: 500']);
  expect(problems.of('/')).toEqual([{ part: '/', text: 'blog/Teaser could not load its data: 500' }]);
  expect(problems.of('/blog')).toEqual([]);
  problems.onPage('/', []);
  expect(problems.of('/')).toEqual([]);
});
