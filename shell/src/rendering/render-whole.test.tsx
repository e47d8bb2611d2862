/** @jest-environment node */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Suspense, use, useId, type ReactNode } from 'react';
import { renderWhole } from './render-whole';

const onError = jest.fn();
afterEach(() => {
  onError.mockReset();
  jest.restoreAllMocks();
});

const render = (node: ReactNode) =>
  renderWhole(node, { onError, identifierPrefix: 'page', signal: AbortSignal.timeout(100) });
function Waiting({ promise }: { readonly promise: Promise<string> }) {
  return <p>{use(promise)}</p>;
}
const Crash = (): never => {
  throw new Error('render');
};
const bounded = (node: ReactNode) => (
  <main>
    <Suspense fallback={<p>На місці</p>}>{node}</Suspense>
    <p>Поруч</p>
  </main>
);

test('what is awaited stands in its place in the finished string', async () => {
  const later = new Promise<string>((resolve) => setImmediate(resolve, 'луна'));
  const html = await render(bounded(<Waiting promise={later} />));
  expect(html).toBe('<main><!--$--><p>луна</p><!--/$--><p>Поруч</p></main>');
  expect(onError).not.toHaveBeenCalled();
});

test('nothing needs a script, however large the page and however late its islands', async () => {
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

describe('an error', () => {
  test('inside a boundary leaves its fallback, and the rest as it is', async () => {
    const html = await render(bounded(<Crash />));
    expect(html).toContain('<p>На місці</p>');
    expect(html).toContain('<p>Поруч</p>');
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]?.[0]).toEqual(new Error('render'));
  });

  test('outside of every boundary rejects', async () => {
    await expect(render(<Crash />)).rejects.toThrow('render');
  });
});

test('a rendering that waits for ever is cut off at its deadline with what it has', async () => {
  const html = await render(bounded(<Waiting promise={new Promise<string>(() => undefined)} />));
  expect(html).toContain('<p>На місці</p>');
  expect(onError).toHaveBeenCalledTimes(1);
});

test('every id that React makes begins as it was told', async () => {
  const Field = () => <input id={useId()} />;
  expect(await render(<Field />)).toMatch(/id="_page\w+"/);
});
