import { expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { folderOf } from '@vidlunnia/settings/topology';
import * as primitives from '@vidlunnia/ui';
import { GROUPS } from './states';

test('every component of shared/ui and every remote has its stories', () => {
  const components = Object.keys(primitives).filter((name) => /^[A-Z]/.test(name));
  expect(Object.keys(GROUPS['shared/ui'] ?? {}).sort()).toEqual(components.sort());
  // The compiler requires each section of a remote.
  expect(Object.keys(GROUPS)).toEqual(expect.arrayContaining(REMOTE_NAMES.map(folderOf)));
});

const stories = Object.values(GROUPS).flatMap((components) =>
  Object.entries(components).flatMap(([component, states]) =>
    Object.entries(states).map(([state, story]) => [component, state, story] as const),
  ),
);

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

test.each(stories)('%s, %s, reaches its state without console output', async (_component, _state, story) => {
  const output = (['log', 'info', 'warn', 'error'] as const).map((level) => jest.spyOn(console, level));
  const { container } = render(story.element);
  const before = container.innerHTML;
  expect(before).not.toBe('');
  await act(async () => {
    story.act?.(container);
    await Promise.resolve();
  });
  expect(container.innerHTML !== before).toBe(story.act !== undefined);
  for (const lines of output) expect(lines).not.toHaveBeenCalled();
});
