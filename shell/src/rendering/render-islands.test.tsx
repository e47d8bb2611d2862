/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { Suspense, use, type ReactNode } from 'react';
import { renderWhole } from './render-islands';

const onError = jest.fn<(error: unknown) => void>();
afterEach(() => {
  onError.mockReset();
  jest.restoreAllMocks();
});

const render = (node: ReactNode) =>
  renderWhole(node, { onError, identifierPrefix: 'page', signal: AbortSignal.timeout(100) });
function Waiting({ promise }: { readonly promise: Promise<string> }) {
  return <p>{use(promise)}</p>;
}

test('nothing needs a script, even on large pages with late islands', async () => {
  const large = 'луна '.repeat(20_000);
  const promises = [1, 2, 3].map(() => new Promise<string>((resolve) => setImmediate(resolve, large)));
  const html = await render(
    promises.map((promise, index) => (
      <Suspense key={index} fallback={<p>На місці</p>}>
        <Waiting promise={promise} />
      </Suspense>
    )),
  );
  expect(html.split(large)).toHaveLength(4);
  expect(html).not.toMatch(/<script|<template|hidden|На місці/);
});

test('a rendering that waits for ever is cut off at its deadline and returns its finished parts', async () => {
  const html = await render(
    <main>
      <Suspense fallback={<p>На місці</p>}>
        <Waiting promise={new Promise<string>(() => undefined)} />
      </Suspense>
    </main>,
  );
  expect(html).toContain('<p>На місці</p>');
  expect(onError).toHaveBeenCalledTimes(1);
});
