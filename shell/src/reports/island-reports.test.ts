import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type * as Module from './island-reports';

const VERSION = 'aaaaaaaaaaaa';
const FAILED = { island: 'blog/Post', version: VERSION, kind: 'not-loaded' } as const;

const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
/** Loaded again for each test: it remembers sent reports. */
let reports: typeof Module;
beforeEach(async () => {
  jest.resetModules();
  sendBeacon.mockClear();
  Object.assign(navigator, { sendBeacon });
  reports = await import('./island-reports');
});
afterEach(() => {
  Object.assign(navigator, { sendBeacon: undefined });
});
const sent = () => sendBeacon.mock.calls.map(([path, body]) => [path, JSON.parse(body) as unknown]);

test('a failure is reported once per kind', () => {
  reports.reportIsland(FAILED);
  reports.reportIsland({ ...FAILED });
  reports.reportIsland({ ...FAILED, kind: 'late' });
  expect(sent()).toEqual([
    ['/-/reports', FAILED],
    ['/-/reports', { ...FAILED, kind: 'late' }],
  ]);
});
