import { expect, test } from '../../support/lone-shell';

// The id in requests to the API: shell/server/routes/pages.test.ts and render/render-worker.test.ts.
test('the shell’s log has a line for a page, with its id and release set and without the query', async ({
  lone,
}) => {
  await lone.start({ LOG_LEVEL: 'info' });
  const headers = { 'x-request-id': 'r1' };
  const response = await fetch(`${lone.url}/blog/1?name=Olena`, { headers });
  const [file = ''] = /\/assets\/[\w./-]+\.js/.exec(await response.text()) ?? [];
  expect((await fetch(lone.url + file)).status).toBe(200);
  const requests = () => lone.lines().filter((line) => line.includes('"msg":"request"'));
  await expect.poll(requests).not.toHaveLength(0);
  expect(requests().map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/blog/1',
      status: 404,
      reqId: 'r1',
      releaseSet: response.headers.get('x-release-set'),
    }),
  ]);
  expect(requests().join()).not.toContain('Olena');
});
