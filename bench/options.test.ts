import { expect, test } from '@jest/globals';
import { GROUPS } from './figures/figure';
import { chosenGroups } from './options';

test('everything is measured unless something is chosen', () => {
  expect(chosenGroups([])).toEqual(GROUPS);
  expect(chosenGroups(['--only=hydration,size'])).toEqual(['size', 'hydration']);
});

test.each([['--only=speed'], ['--only=size,'], ['size'], ['--only=']])(
  '%s is refused with what there is',
  (argument) => {
    expect(() => chosenGroups([argument])).toThrow(/size, ?throughput, ?releases, ?hydration, ?lighthouse/);
  },
);
