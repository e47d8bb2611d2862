import { expect, test } from '@jest/globals';
import { GROUPS } from './figures/figure';
import { readOptions } from './options';

test('everything is measured in five rounds unless something else is chosen', () => {
  expect(readOptions([])).toEqual({ groups: GROUPS, rounds: 5 });
  expect(readOptions(['--only=touch,size', '--rounds=1'])).toEqual({ groups: ['size', 'touch'], rounds: 1 });
});

test.each([['--only=speed'], ['--only=size,'], ['size'], ['--only='], ['--rounds=0'], ['--rounds=many']])(
  '%s is rejected with what there is',
  (argument) => {
    expect(() => readOptions([argument])).toThrow(
      /size, ?throughput, ?submissions, ?memory, ?releases, ?development, ?touch, ?lighthouse/,
    );
  },
);
