import { expect as base } from './test';

/** For checks that share a visit: one that fails does not hide those that follow. */
export const expect = base.configure({ soft: true });

export { test } from './test';
