import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import type { Site } from '../support/site';
import { countRows } from '../support/stored-rows';
import { fuzzRequests, type FuzzRequest, type OpenApi } from './requests';

/**
 * Sends requests to a site without other visitors. A request fails if it gets a 5xx or no response, if it is rejected
 * but stored, or if the API's OpenAPI document lacks its response. Returns the number of responses by status.
 * @throws Error with the smallest such request and the seed
 */
export async function fuzz(
  site: Pick<Site, 'url' | 'environment'>,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<Readonly<Record<string, number>>> {
  const api = `http://127.0.0.1:${site.environment['API_PORT'] ?? ''}`;
  const origins = { api, shell: site.url.replace('localhost', '127.0.0.1') };
  const dataDir = site.environment['DATA_DIR'] ?? '';
  const document = (await readJson(`${api}/api/openapi.json`)) as OpenApi;
  const posts = (await readJson(`${api}/api/blog`)) as readonly { readonly id: string }[];
  const findMismatch = responseCheck(document);
  const statuses: Record<string, number> = {};
  let stored = await countRows(dataDir);

  const check = async (sent: FuzzRequest) => {
    const answer = await send(origins[sent.to], sent);
    const { status } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) throw new Error(`The response is ${String(status)}: ${answer.body.slice(0, 500)}`);
    const mismatch = sent.to === 'api' ? findMismatch(sent, answer) : undefined;
    if (mismatch !== undefined) throw new Error(`The response is not documented: ${mismatch}`);
    if (['GET', 'HEAD', 'OPTIONS'].includes(sent.method)) return;
    const before = stored;
    stored = await countRows(dataDir);
    // The API accepts a form with 201; the shell then redirects the browser with 303.
    const accepted = status === 201 || status === 303 ? 1 : 0;
    if (stored - before > accepted)
      throw new Error(`Rows stored: ${String(stored - before)}, not ${String(accepted)}`);
  };

  const property = fc.asyncProperty(
    fuzzRequests(
      document,
      posts.map(({ id }) => id),
    ),
    check,
  );
  await fc.assert(property, { seed, numRuns: requests, includeErrorInReport: true });
  await readJson(`${api}/api/health`);
  return statuses;
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with ${String(response.status)}`);
  return response.json();
}

type Answer = Readonly<Record<'type' | 'body', string>> & { readonly status: number };

/** After this time, a request without a response counts as hanging, because every deadline of the site is shorter. */
const DEADLINE_MS = 25_000;

/** `fetch` would normalise paths and reject methods and headers. */
const send = (origin: string, { method, path, headers, body }: FuzzRequest) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { hostname, port, path, method, headers: { ...headers, ...length }, agent: false };
    request({ ...options, signal: AbortSignal.timeout(DEADLINE_MS) }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((all) => {
        resolve({ status, type: received['content-type'] ?? '', body: all });
      }, reject);
    })
      .on('error', reject)
      .end(body);
  });

/** Returns a function that finds the mismatch between a response and the document; `undefined` if they match. */
function responseCheck(document: OpenApi) {
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ ...document, $id: 'openapi' });
  return ({ route = '', method }: FuzzRequest, { status, type, body }: Answer): string | undefined => {
    const verb = method.toLowerCase();
    const responses = document.paths[route]?.[verb]?.responses;
    if (!responses || status === 304) return undefined;
    const code = [String(status), `${String(status).slice(0, 1)}XX`].find((each) => each in responses);
    if (code === undefined) return `status ${String(status)}`;
    const [mediaType = ''] = type.split(';', 1);
    const described = responses[code]?.content?.[mediaType];
    if (!described) return `${mediaType} for ${code}`;
    if (!mediaType.endsWith('json') || !described.schema) return undefined;
    const pointer = ['paths', route, verb, 'responses', code, 'content', mediaType, 'schema'];
    const escaped = pointer.map((key) => encodeURIComponent(key.replaceAll('/', '~1')));
    const validate = ajv.getSchema(`openapi#/${escaped.join('/')}`);
    if (!validate) throw new Error(`The document has no schema at ${pointer.join(' ')}`);
    return validate(JSON.parse(body)) === true ? undefined : ajv.errorsText(validate.errors);
  };
}
