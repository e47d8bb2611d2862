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

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

const components = Object.values(GROUPS).flatMap((group) => Object.entries(group));

test.each(components)('the states of %s differ, and cause no console output', async (_component, states) => {
  const output = (['log', 'info', 'warn', 'error'] as const).map((level) => jest.spyOn(console, level));
  const shown = new Set(['']);
  for (const story of Object.values(states)) {
    const { container, unmount } = await act(() => Promise.resolve(render(story)));
    // React numbers ids.
    shown.add(container.innerHTML.replaceAll(/_r_\w+_/g, ''));
    unmount();
  }
  expect(shown.size).toBe(Object.keys(states).length + 1);
  for (const lines of output) expect(lines).not.toHaveBeenCalled();
});
