import { buildApi } from '../../build/build-api';
import { api } from '../../environment/topology';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';
import { serverChild } from './server-child';

/** The API at work: every change of its code or content is built, and the process takes its place again. */
export async function devApi(signal: AbortSignal): Promise<void> {
  const server = serverChild(api, 'dist/main.js', process.env, signal);
  const restart = async () => {
    await buildApi('development');
    await server.restart();
  };
  await againAndAgain(restart, concernsApi, changes(signal), problemsOf(api.folder));
  await server.stop();
}

const INPUTS = /^(api\/(src|content)|shared\/contracts)\/(?!.*\.test\.ts$)/;

const concernsApi = (name: string): boolean => INPUTS.test(name);
