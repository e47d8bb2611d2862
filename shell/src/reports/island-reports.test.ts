import { expect, jest, test } from '@jest/globals';
import { reportIsland, type IslandReport } from './island-reports';

const FAILED: IslandReport = { island: 'blog/Post', version: 'aaaaaaaaaaaa', kind: 'not-loaded' };

test('a failure is reported once per kind', () => {
  const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
  Object.assign(navigator, { sendBeacon });
  const late: IslandReport = { ...FAILED, kind: 'late' };
  for (const report of [FAILED, { ...FAILED }, late]) reportIsland(report);
  expect(sendBeacon.mock.calls).toEqual(
    [FAILED, late].map((report) => ['/-/reports', JSON.stringify(report)]),
  );
});
