import { jest } from '@jest/globals';
import type * as TestingLibrary from '@testing-library/dom';

// Only with a document: its 170 modules take 50 ms in each file.
if (typeof document !== 'undefined') {
  jest.requireActual('@testing-library/jest-dom/jest-globals');
  // The test's own limit ends a wait: a busy machine may pause for longer than the default of a second.
  const { configure } = jest.requireActual<typeof TestingLibrary>('@testing-library/dom');
  configure({ asyncUtilTimeout: 60_000 });
}
