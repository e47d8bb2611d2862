import { api } from '@vidlunnia/remote-kit/environment/topology';
import { startLocalServer } from '../../support/local-server';
import { expect, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';

test('a request is found by its id in the shell’s log and in what its page is read with', async ({
  lone,
}) => {
  const ids: unknown[] = [];
  const double = await startLocalServer((request, response) => {
    ids.push(request.headers['x-request-id']);
    response.writeHead(404).end();
  });
  const shell = await lone.replica({ [api.originVariable]: double.origin, LOG_LEVEL: 'info' });
  await shell.start();
  const { headers, body } = await ask(`${shell.url}/blog/1?name=Olena`, {
    headers: { 'x-request-id': 'r1' },
  });
  const [file = ''] = /\/assets\/[\w./-]+\.js/.exec(body.toString()) ?? [];
  expect((await ask(shell.url + file)).status).toBe(200);
  await ask(`${shell.url}/healthz`);
  const requests = () => shell.lines().filter((line) => line.includes('"msg":"request"'));
  await expect.poll(requests).not.toHaveLength(0);
  const lines = requests();
  await double.stop();

  expect(headers['x-request-id']).toBe('r1');
  expect(new Set(ids)).toEqual(new Set(['r1']));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/blog/1',
      status: 404,
      reqId: 'r1',
      releaseSet: headers['x-release-set'],
    }),
  ]);
  expect(lines.join()).not.toContain('Olena');
});
