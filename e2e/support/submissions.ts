import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const apiFolder = path.resolve(__dirname, '../../api');

/** Lines of the CSV that the API's own command exports and that have `text` in them. */
export async function storedRows(
  dataDir: string,
  kind: 'applications' | 'messages',
  text: string,
): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['dist/main.js', 'submissions', '--csv', kind], {
    cwd: apiFolder,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout.split('\r\n').filter((line) => line.includes(text));
}
