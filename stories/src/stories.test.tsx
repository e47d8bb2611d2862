import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { exposedModules } from '@vidlunnia/remote-kit/build/webpack/remote-config';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { remoteList } from '@vidlunnia/settings/topology';
import { modulesOf, pageAt } from '@vidlunnia/shell/src/pages/pages';
import * as primitives from '@vidlunnia/ui';
import { GROUPS } from './states';

const namesIn = (group: string) => Object.keys(GROUPS[group] ?? {}).sort();

test('every component of shared/ui has its stories', () => {
  const components = Object.keys(primitives).filter((name) => /^[A-Z]/.test(name));
  expect(namesIn('shared/ui')).toEqual(components.sort());
});

const idsOnPages = ['/', '/blog', '/blog/1'].flatMap((pathname) => modulesOf(pageAt(pathname), []));

test.each(remoteList)(
  'every section that $folder exposes is on a page and has stories',
  ({ name, folder }) => {
    const exposed = Object.keys(exposedModules(path.join(repositoryRoot(), folder)));
    const ids = exposed.map((module) => `${name}/${module}`).sort();
    expect(namesIn(folder)).toEqual(ids);
    expect(idsOnPages.filter((id) => id.startsWith(`${name}/`)).sort()).toEqual(ids);
  },
);

const stories = Object.values(GROUPS).flatMap((components) =>
  Object.entries(components).flatMap(([component, states]) =>
    Object.entries(states).map(([state, story]) => [component, state, story] as const),
  ),
);

describe('every story', () => {
  const errors = jest.spyOn(console, 'error');
  beforeEach(() => {
    errors.mockClear();
    // jsdom has no layout to scroll.
    Element.prototype.scrollIntoView = () => undefined;
  });
  afterEach(() => {
    expect(errors).not.toHaveBeenCalled();
  });

  test.each(stories)(
    '%s, %s, reaches its state without console output',
    async (_component, _state, story) => {
      const { container } = render(story.element);
      const before = container.innerHTML;
      expect(before).not.toBe('');
      await act(async () => {
        story.act?.(container);
        await Promise.resolve();
      });
      expect(container.innerHTML !== before).toBe(story.act !== undefined);
    },
  );
});
