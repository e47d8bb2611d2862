import { expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { untilAnswers } from './until';

test('a server that responds with an error is asked again', async () => {
  let answers = 0;
  const server = await startLocalServer((_, response) => response.writeHead(++answers < 3 ? 503 : 200).end());
  await untilAnswers(server.origin, 5_000);
  expect(server.received).toHaveLength(3);
});

test('past the deadline it rejects with the last obstacle', async () => {
  const server = await startLocalServer((_, response) => response.writeHead(503).end());
  await expect(untilAnswers(server.origin, 150)).rejects.toThrow(
    `After 0.15 s, ${server.origin} gives no good answer: status 503`,
  );
});

test('an aborted wait rejects with the reason', async () => {
  const nobody = await unreachableOrigin();
  const unwanted = AbortSignal.abort(new Error('Interrupted by SIGINT'));
  await expect(untilAnswers(nobody, 60_000, unwanted)).rejects.toThrow('Interrupted by SIGINT');
});
