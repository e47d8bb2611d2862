import { setTimeout as pause } from 'node:timers/promises';
import { cacheControlOf, type ListedObject, type ObjectStore } from '@vidlunnia/releases/versioned-store';
import { AwsClient } from 'aws4fetch';
import { valueOf, type Environment } from '@vidlunnia/settings';
import { reasonOf } from '@vidlunnia/settings/machine';

/** Status codes of a server that is busy for now (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;
/** Attempts of a change when other changes are first. */
const CHANGES = 30;
/** At most, before the next attempt. */
const CHANGE_PAUSE_MS = 100;

interface Times {
  /** Limit of one request. */
  readonly timeoutMs?: number;
  /** Pause before a request is sent again, multiplied by the number of attempts. */
  readonly backoffMs?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/**
 * Objects of a bucket below `folder`. Endpoint, region and credentials are in Amazon's own variables; without an
 * endpoint, Amazon's is used.
 */
export function s3Target(
  bucket: string,
  folder: string,
  environment: Environment,
  { timeoutMs = 30_000, backoffMs = 300 }: Times = {},
): ObjectStore {
  const place = `s3://${bucket}/${folder}`;
  const { address, client } = s3Of(bucket, environment);

  /** The response; `null` for a failure with one of these codes of S3; rejects with any other failure. */
  const request = async (
    method: string,
    target: string,
    expected: readonly string[],
    { headers, body }: { readonly headers?: Record<string, string>; readonly body?: Uint8Array } = {},
  ): Promise<Answer | null> => {
    const what = `${method} s3://${bucket}${target}`;
    const signed = await client().sign(address + target, {
      method,
      redirect: 'manual',
      ...(headers && { headers }),
      ...(body && { body: new Uint8Array(body) }),
    });
    const answer = await send(signed, what, timeoutMs, backoffMs);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const text = answer.bytes.toString();
    if (expected.includes(field(text, 'Code'))) return null;
    throw new Error(`${what}: ${explain(answer.status, text, bucket)}`);
  };
  const get = (name: string) =>
    request('GET', `/${folder}/${name}`, ['NoSuchKey'], { headers: { 'cache-control': 'no-cache' } });
  /** Resolves to whether the condition held. */
  const put = async (name: string, body: Uint8Array, condition?: Record<string, string>) => {
    // S3 stores the header with the object.
    const headers = { 'cache-control': cacheControlOf(name), ...condition };
    const answer = await request('PUT', `/${folder}/${name}`, condition ? UNMET : [], { headers, body });
    return answer !== null;
  };
  /** The listed objects from this one on; a response has a thousand at most. */
  const listFrom = async (token: string): Promise<readonly ListedObject[]> => {
    const from = token && `&continuation-token=${encodeURIComponent(token)}`;
    const query = `?list-type=2&prefix=${encodeURIComponent(`${folder}/`)}${from}`;
    const answer = await request('GET', query, []);
    const text = String(answer?.bytes);
    const now = Date.parse(answer?.headers.get('date') ?? '');
    const listed = text.split('<Contents>').slice(1);
    const next = field(text, 'NextContinuationToken');
    const objects = listed.map((entry) => ({
      // The folder's name may have escaped characters; a slash is never one.
      name: field(entry, 'Key').split('/').slice(folder.split('/').length).join('/'),
      ageMs: now - Date.parse(field(entry, 'LastModified')),
    }));
    return next ? [...objects, ...(await listFrom(next))] : objects;
  };
  return {
    place,
    read: async (name) => (await get(name))?.bytes ?? null,
    write: async (name, bytes) => {
      await put(name, bytes);
    },
    remove: async (name) => {
      await request('DELETE', `/${folder}/${name}`, ['NoSuchKey']);
    },
    list: () => listFrom(''),
    update: async (name, change) => {
      for (let attempt = 0; attempt < CHANGES; attempt += 1) {
        const found = await get(name);
        const next = await change(found?.bytes ?? null);
        if (next === null) return;
        // The entity tag differs after every change (RFC 9110, section 8.8.3).
        const condition = found ? { 'if-match': found.headers.get('etag') ?? '' } : { 'if-none-match': '*' };
        if (!(await put(name, next, condition))) await pause(Math.random() * CHANGE_PAUSE_MS);
      }
      throw new Error(`${name} at ${place} was overtaken by other changes again and again; release again`);
    },
  };
}

/** Address and client of a bucket. The client is made on use, so that a missing key is an error of a request. */
function s3Of(bucket: string, environment: Environment) {
  const variable = (name: string) => valueOf(name, environment);
  const region = variable('AWS_REGION') ?? variable('AWS_DEFAULT_REGION') ?? '';
  const endpoint = variable('AWS_ENDPOINT_URL_S3') ?? variable('AWS_ENDPOINT_URL');
  // Servers other than Amazon's rarely have a host name for each bucket.
  const address = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  const client = () => {
    const [accessKeyId, secretAccessKey] = [variable('AWS_ACCESS_KEY_ID'), variable('AWS_SECRET_ACCESS_KEY')];
    const sessionToken = variable('AWS_SESSION_TOKEN');
    if (accessKeyId === undefined || secretAccessKey === undefined || !region)
      throw new Error(
        'RELEASE_TARGET is a bucket: set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a profile, “aws configure export-credentials --format env” prints them',
      );
    return new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      ...(sessionToken && { sessionToken }),
    });
  };
  return { address, client };
}

/** The response to a request, which is sent again when the server cannot be reached or is busy. */
async function send(request: Request, what: string, timeoutMs: number, backoffMs: number): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
      const bytes = Buffer.from(await response.arrayBuffer());
      const { status, headers } = response;
      if (attempt === ATTEMPTS || !PASSING.includes(status)) return { status, headers, bytes };
    } catch (cause) {
      if (attempt === ATTEMPTS) throw new Error(`${what}: no response (${reasonOf(cause)})`, { cause });
    }
    await pause(backoffMs * attempt);
  }
}

/** S3's codes for a failed condition: changed, being changed, or removed meanwhile. */
const UNMET = ['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey'];

/** The first element of this name in a response of S3. */
const field = (xml: string, name: string) => RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

const explain = (status: number, xml: string, bucket: string) =>
  `${field(xml, 'Message') || 'refused'} (${field(xml, 'Code') || `status ${String(status)}`}); check RELEASE_TARGET, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; the key needs s3:GetObject, s3:PutObject and s3:DeleteObject for its part of ${bucket}, and s3:ListBucket`;
