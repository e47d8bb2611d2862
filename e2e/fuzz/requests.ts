import fc from 'fast-check';

export interface FuzzRequest {
  readonly to: 'shell' | 'api';
  readonly method: string;
  readonly path: string;
  /** The path in the API's document, if any. */
  readonly route: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Schema {
  readonly $ref?: string;
  readonly const?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** By media type. */
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The used part of an OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND TRACE REPORT'.split(' ');
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const TYPES = [
  JSON_TYPE,
  FORM_TYPE,
  `${JSON_TYPE}; charset=utf-16`,
  'multipart/form-data; boundary=x',
  'x',
  ';',
];
const MARKS = ['\0', '\u202E', '\uFEFF', '\r\n', "'; --", '<script>', '{"name":', '%00', '\uD800', '🦔', 'ї'];
const SEGMENTS = ['', ...'%00 %2e%2e .. . % %zz %C0%AF ~ index.html * 99 all'.split(' ')];
const SHELL_PATHS =
  '/ /blog /blog/ /healthz /readyz /metrics /-/ /-/release-set /-/releases /-/reports /feed.xml /sitemap.xml /robots.txt /favicon.svg /assets/ /remotes/ /remotes/home/ /api /api/ // /* *';
const HEADERS =
  'accept accept-encoding content-encoding content-type if-none-match if-modified-since range origin sec-fetch-site x-forwarded-for x-forwarded-host x-request-id idempotency-key cookie te host';
const HEADER_VALUES =
  '|null|*|*/*|text/html|application/json;q=x|br|gzip;q=0|identity;q=0, *;q=0|"x"|W/"|bytes=0-|bytes=9-1|bytes=0-0,5-5|https://evil.example|http://|cross-site|192.0.2.1|1.2.3.4, unknown|::ffff:1.2.3.4%e|[::1]|trailers';

/** Mostly the first kind of value, because otherwise few requests would reach a route. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 4 }, { arbitrary: odd, weight: 1 });

const joined = (...parts: readonly fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));

/** Replaces lone surrogates like the encoder, so that the reported request equals the sent one. */
const encodable = (text: string) => Buffer.from(text).toString();
const oddText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...MARKS), maxLength: 6 }),
    fc.nat(40_000).map((length) => 'a'.repeat(length)),
  )
  .map(encodable);
const segment = fc.oneof(
  fc.constantFrom(...SEGMENTS),
  oddText.map((text) => encodeURIComponent(text).slice(0, 3_000)),
);
const query = joined(fc.constantFrom('?limit=', '?sent=', '?service=', '?__proto__=', '?=', '??'), segment);
const headerValue = fc.oneof(
  fc.constantFrom(...HEADER_VALUES.split('|'), 'k'.repeat(256)),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '=', ' ', '\t', '/', 'é', '0'), maxLength: 30 }),
);
const oddHeaders = fc.oneof(
  fc.dictionary(fc.constantFrom(...HEADERS.split(' ')), headerValue, { maxKeys: 3, noNullPrototype: true }),
  // Node itself rejects other values of `expect`.
  fc.constantFrom({ 'idempotency-key': 'once' }, { 'idempotency-key': 'twice' }, { expect: '100-continue' }),
);

const validText = ({ anyOf, pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> => {
  if (anyOf) return fc.constantFrom(...anyOf.map((each) => each.const ?? ''));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).map(encodable);
  return fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 20) });
};

/** Objects of a schema, with up to two fields missing, wrong or unknown. */
function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties);
  const texts = Object.fromEntries(fields.map(([name, schema]) => [name, validText(schema)]));
  const lengths = fields.flatMap(([, { maxLength = 0 }]) => [maxLength, maxLength + 1]);
  const tooLong = fc.constantFrom(...lengths).map((length) => 'ї'.repeat(length));
  const wrong = fc.oneof(oddText, fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined), tooLong);
  const names = fc.constantFrom(...Object.keys(properties), 'admin', 'toString', '', 'name ');
  return fc
    .tuple(fc.record(texts, { requiredKeys: [...required] }), fc.dictionary(names, wrong, { maxKeys: 2 }))
    .map(([valid, changes]) => ({ ...valid, ...changes }));
}

type Body = Pick<FuzzRequest, 'headers' | 'body'>;

const bodyOf = (type: string, body: string): Body => ({ headers: { 'content-type': type }, body });

/** Encodes an object as a browser sends a form without a script. */
function formOf(value: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  const texts = fields.map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]);
  return new URLSearchParams(texts).toString();
}

function bodies(schema: Schema | undefined): fc.Arbitrary<Body> {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  const odd = fc.tuple(fc.constantFrom(...TYPES), fc.oneof(oddText, json)).map((pair) => bodyOf(...pair));
  if (!schema) return mostly(fc.constant<Body>({ headers: {}, body: undefined }), odd);
  const object = objects(schema);
  const encoded = fc.oneof(
    object.map((value) => bodyOf(JSON_TYPE, JSON.stringify(value))),
    object.map((value) => bodyOf(FORM_TYPE, formOf(value))),
  );
  return mostly(encoded, odd);
}

interface Target extends Pick<FuzzRequest, 'method' | 'route'> {
  readonly to: readonly FuzzRequest['to'][];
  readonly path: fc.Arbitrary<string>;
  readonly schema?: Schema | undefined;
}

const requestsOf = ({ to, method, path, route, schema }: Target): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      to: fc.constantFrom(...to),
      method: mostly(fc.constant(method), fc.constantFrom(...METHODS)),
      path: joined(path, mostly(fc.constant(''), query)),
      route: fc.constant(route),
      sent: bodies(schema),
      odd: mostly(fc.constant({}), oddHeaders),
    })
    .map(({ sent, odd, ...rest }) => ({ ...rest, body: sent.body, headers: { ...sent.headers, ...odd } }));

/** Requests of every route of the API, directly and through the shell, and of the shell itself. */
export function fuzzRequests(document: OpenApi, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const schemaOf = ({ requestBody }: Operation) => {
    const schema = requestBody?.content['application/json']?.schema;
    return document.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema;
  };
  const ofApi = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]): Target => ({
      to: ['api', 'shell'],
      method: method.toUpperCase(),
      path: fc.oneof(fc.constantFrom(...ids), segment).map((id) => route.replace(/\{\w+\}/, id)),
      route,
      schema: schemaOf(operation),
    })),
  );
  const place = fc.constantFrom(...SHELL_PATHS.split(' '), ...ids.map((id) => `/blog/${id}`));
  const ofShell: Target = {
    to: ['shell'],
    method: 'GET',
    path: fc.oneof(place, joined(place, segment)),
    route: undefined,
  };
  return fc.oneof(
    { arbitrary: requestsOf(ofShell), weight: 2 * ofApi.length },
    // Only forms are stored, so they get a larger share.
    ...ofApi.map((target) => ({ arbitrary: requestsOf(target), weight: target.schema ? 4 : 1 })),
  );
}
