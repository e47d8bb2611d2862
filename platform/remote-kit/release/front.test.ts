import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { Cleanup } from '../process/task';
import { serveCompleted } from './front';

test.each([
  ['is kept from a site on another machine', 'https://site.example', 201, []],
  ['is sent to a site on this machine', 'http://localhost:3000', 200, ['/api/contact']],
])('a developer’s form %s', async (_, site, status, sent) => {
  const asked: string[] = [];
  const { origin } = await startLocalServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  const cleanup = new Cleanup();
  const lines: string[] = [];
  const front = await serveCompleted(origin, site, 0, (line) => lines.push(line), cleanup, {
    keepsForms: true,
  });
  const response = await fetch(`${front}/api/contact`, { method: 'POST', body: '{}' });
  await cleanup.run();
  expect([response.status, asked]).toEqual([status, sent]);
  expect(lines).toHaveLength(status === 201 ? 1 : 0);
});
