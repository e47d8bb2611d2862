import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { channelPath } from '../database/claim-folder';
import type { Database } from '../database/database';
import { OPERATIONS, type Operate, type OperationName } from './operations';

/** The API's response about an operation. */
type Outcome = { readonly result: unknown } | { readonly error: string };

type AnyOperation = (database: Database, argument: unknown) => Promise<unknown>;

/** The operation of an untrusted name. */
function operationOf(name: string): AnyOperation | undefined {
  // Each is called with the argument that `Operate` requires for its name.
  return Object.hasOwn(OPERATIONS, name) ? (OPERATIONS[name as OperationName] as AnyOperation) : undefined;
}

export const operateOn = (database: Database): Operate =>
  ((name: OperationName, argument: unknown) => operationOf(name)?.(database, argument)) as Operate;

/**
 * Runs operations for commands that cannot open the embedded database while this process holds it: `POST /<operation>`.
 */
export const channelListener =
  (database: Database): RequestListener =>
  (request, response) => {
    const operation = operationOf(request.url?.slice(1) ?? '');
    if (operation === undefined || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    json(request)
      // Wrapped in an object, since it is optional.
      .then((body) => operation(database, (body as { readonly argument?: unknown }).argument))
      .then(
        (result): Outcome => ({ result }),
        (error: unknown): Outcome => ({ error: error instanceof Error ? error.message : String(error) }),
      )
      .then((outcome) => response.end(JSON.stringify(outcome)))
      // The command has ended.
      .catch(() => response.destroy());
  };

const ANSWER_MS = 15_000;

/**
 * Runs operations in the API that holds `dataDir`. An operation rejects when the API is starting or stopping, hangs,
 * ends, or fails to do it.
 */
export const operateThrough = (dataDir: string, deadline = ANSWER_MS): Operate =>
  ((name: OperationName, argument: unknown) => ask(dataDir, name, argument, deadline)) as Operate;

async function ask(dataDir: string, name: string, argument: unknown, deadline: number): Promise<unknown> {
  const signal = AbortSignal.timeout(deadline);
  const asking = request({ socketPath: channelPath(dataDir), method: 'POST', path: `/${name}`, signal });
  try {
    asking.end(JSON.stringify({ argument }));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`it responded with ${String(response.statusCode)}`);
    const outcome = (await json(response)) as Outcome;
    if ('result' in outcome) return outcome.result;
    throw new OperationError(outcome.error);
  } catch (error) {
    if (error instanceof OperationError) throw error;
    const reason = signal.aborted ? `it gave nothing for ${String(deadline / 1000)} s` : String(error);
    throw new Error(`The running API did not do it (${reason}); try again, or stop it first`, {
      cause: error,
    });
  } finally {
    asking.destroy();
  }
}

/** An error inside the API. */
class OperationError extends Error {}
