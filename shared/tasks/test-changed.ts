import { changedFiles } from './changed-files';
import { reportSteps } from './report-steps';
import { failTask, say } from '../process/say';
import {
  browserTests,
  BUILD,
  format,
  inTurn,
  rules,
  TYPES,
  unitTests,
  UNUSED,
  type Step,
} from './test-steps';

const isCode = (file: string) => /\.(?:tsx?|mjs|cjs)$/.test(file);
/** What visitors get is built from it. */
const isProduct = (file: string) =>
  /^(?:shell|mfe-\w+|api|shared)\//.test(file) && !/\.test\.tsx?$|\.md$/.test(file);

/** Steps for what changed: related unit tests, changed browser tests, the core journeys when the site may differ. */
function stepsFor(files: readonly string[], commit: string): Step[] {
  const code = files.filter(isCode);
  return [
    ...(code.length > 0 ? [TYPES, rules(code), UNUSED] : []),
    format(files),
    ...(code.length > 0 ? [unitTests(['--passWithNoTests', '--findRelatedTests', ...code])] : []),
    ...(files.some(isProduct) ? [BUILD, browserTests(['--grep=@core'])] : []),
    ...(files.some((file) => file.startsWith('e2e/'))
      ? [BUILD, browserTests([`--only-changed=${commit}`, '--pass-with-no-tests'])]
      : []),
  ];
}

/** `npm run test:changed`: what the change since a commit touches, the last one unless another is named. */
async function testChanged(commit = 'HEAD'): Promise<void> {
  const files = changedFiles(commit);
  if (files.length === 0) say(`Nothing differs from ${commit}`);
  else reportSteps(await inTurn(stepsFor(files, commit)));
}

testChanged(process.argv[3]).catch(failTask);
