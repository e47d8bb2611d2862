import fc from 'fast-check';
import type { FuzzRequest } from './send';
import { resolve, type OpenApi, type Operation } from './open-api';
import { objects, oddText, valid } from './values';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'REPORT'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/problem+json',
  'x',
  ';',
];

/** A lone surrogate becomes what it is sent as. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** What a path may hold by HTTP, so that it can be sent as it is; bytes that HTTP forbids are another matter. */
const segment = fc.oneof(
  fc.constantFrom(
    '%00',
    '%2e%2e',
    '..',
    '.',
    '%',
    '%zz',
    '%C0%AF',
    '~',
    'index.html',
    '%F0%9F%A6%94',
    '*',
    '',
  ),
  oddText.map((text) => encodeURIComponent(wellFormed(text)).slice(0, 3_000)),
);
const query = fc.option(
  fc.array(fc.tuple(fc.constantFrom('limit', 'sent', 'utm', '__proto__', ''), segment), { maxLength: 3 }),
  { nil: [] },
);
const withQuery = (path: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;

/** Values of headers as HTTP allows them. */
const headerValue = fc.string({
  unit: fc.constantFrom('a', '"', ',', ';', '=', ' ', '\t', '*', '/', 'é', '0'),
  maxLength: 30,
});
const ODD_HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  accept: fc.constantFrom('text/html', '*/*', 'application/json;q=x', ''),
  'accept-encoding': fc.constantFrom('br', 'gzip;q=0', 'identity;q=0, *;q=0', 'zstd', ';'),
  'content-encoding': fc.constantFrom('gzip', 'identity', 'br', 'x'),
  'if-none-match': fc.constantFrom('*', '"x"', 'W/"', ''),
  'if-modified-since': headerValue,
  range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=0-0,5-5', 'x'),
  origin: fc.constantFrom('null', 'https://evil.example', 'http://', 'x'),
  'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'none', 'x'),
  'x-forwarded-for': fc.constantFrom(
    '192.0.2.1',
    '2001:db8::1',
    'x',
    '1.2.3.4, unknown',
    '::ffff:1.2.3.4%eth0',
  ),
  'x-forwarded-host': headerValue,
  'x-request-id': headerValue,
  'idempotency-key': fc.oneof(headerValue, fc.constantFrom('k'.repeat(256), '"a"')),
  expect: fc.constant('100-continue'),
  cookie: headerValue,
  te: fc.constantFrom('trailers', 'x'),
  host: fc.constantFrom('evil.example', 'localhost:1', '[::1]'),
};
const oddHeaders = fc
  .tuple(fc.subarray(Object.keys(ODD_HEADERS), { maxLength: 3 }), fc.record(ODD_HEADERS))
  .map(([names, values]) => Object.fromEntries(names.map((name) => [name, values[name] ?? ''])));
/** Mostly none: else nothing would reach the routes. */
const headers = fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: oddHeaders, weight: 2 });

const often = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 5 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

/** Requests of every route of the API, of itself and through the shell. `ids` are those of posts that exist. */
export function routeRequests(document: OpenApi, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const requests = routes.map(({ path, method, operation }) =>
    fc
      .record({
        to: fc.constantFrom('api' as const, 'shell' as const),
        method: often(method, ...METHODS),
        path: addresses(path, ids),
        route: fc.constant(path),
        headers: fc.tuple(headers, bodies(document, operation), keys(operation)),
        query: operation.parameters?.some((each) => each.in === 'query')
          ? fc.oneof(limits(operation), query)
          : query,
      })
      .map(({ to, method: chosen, path: address, route, headers: [odd, sent, key], query: pairs }) => ({
        to,
        method: chosen,
        path: withQuery(address, pairs),
        route,
        headers: { ...key, ...sent?.headers, ...odd },
        body: sent?.body,
      })),
  );
  // Forms are what may be stored: as often as all the rest.
  const isForm = (index: number) => routes[index]?.operation.requestBody !== undefined;
  return fc.oneof(...requests.map((arbitrary, index) => ({ arbitrary, weight: isForm(index) ? 4 : 1 })));
}

const addresses = (path: string, ids: readonly string[]) =>
  path.includes('{id}')
    ? fc.oneof(fc.constantFrom(...ids), segment).map((id) => path.replace('{id}', id))
    : fc.constant(path);

const keys = ({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> => {
  if (!parameters.some((each) => each.name === 'idempotency-key')) return fc.constant({});
  const key = fc.oneof(fc.uuid(), fc.constantFrom('once', 'twice'));
  return fc
    .option(key, { nil: undefined })
    .map((each) => (each === undefined ? {} : { 'idempotency-key': each }));
};

const limits = ({ parameters = [] }: Operation) => {
  const { name, schema } = parameters.find((each) => each.in === 'query') ?? {
    name: 'x',
    schema: {},
  };
  return fc.oneof(valid(schema), segment).map((value) => [[name, value] as [string, string]]);
};

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Bodies of a route, or now and then of one that takes none. */
function bodies(document: OpenApi, { requestBody }: Operation): fc.Arbitrary<Sent | undefined> {
  const odd = fc.record({ type: fc.constantFrom(...TYPES), text: oddText });
  const oddBody = odd.map(({ type, text }) => ({
    headers: { 'content-type': type },
    body: wellFormed(text),
  }));
  if (requestBody === undefined) return fc.option(oddBody, { nil: undefined, freq: 9 });
  const schema = resolve(document, requestBody.content?.['application/json']?.schema);
  const values = objects(schema);
  return fc.oneof(
    {
      arbitrary: fc.tuple(values, often(...jsonTypes())).map(([value, type]) => ({
        headers: { 'content-type': type },
        body: JSON.stringify(value),
      })),
      weight: 6,
    },
    { arbitrary: values.map(formOf), weight: 3 },
    {
      arbitrary: fc.tuple(values, fc.nat(200)).map(([value, end]) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value).slice(0, end),
      })),
      weight: 1,
    },
    { arbitrary: oddBody, weight: 1 },
  );
}

const jsonTypes = () => TYPES as [string, ...string[]];

/** As a browser sends a form without a script. */
function formOf(value: Readonly<Record<string, unknown>>): Sent {
  const known = Object.entries(value).filter(([, each]) => each !== undefined);
  const texts = known.map(([name, each]) => [
    name,
    wellFormed(typeof each === 'string' ? each : JSON.stringify(each)),
  ]);
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(texts).toString(),
  };
}

/** Addresses of the shell's own. */
const SHELL_PATHS = [
  ...['/', '/blog', '/blog/', '/healthz', '/readyz', '/-/release-set', '/-/releases', '/-/reports', '/-/'],
  ...['/feed.xml', '/sitemap.xml', '/robots.txt', '/favicon.svg', '/assets/'],
  ...['/remotes/', '/remotes/blog/', '/api/', '/api', '/metrics', '//', '/*', '*'],
];

/** Requests of the shell's pages, files and reports. */
export const shellRequests = (ids: readonly string[]): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: often('GET', ...METHODS),
      path: fc.oneof(
        fc.constantFrom(...SHELL_PATHS, ...ids.map((id) => `/blog/${id}`)),
        fc
          .tuple(fc.constantFrom('/', '/blog/', '/assets/', '/remotes/home/', '/api/', '/-/'), segment)
          .map((parts) => parts.join('')),
      ),
      query,
      headers,
      sent: fc.option(
        fc.oneof(
          fc.record({ type: fc.constantFrom(...TYPES), text: oddText }),
          fc.record({
            type: fc.constant('text/plain'),
            text: fc.jsonValue().map((report) => JSON.stringify(report)),
          }),
        ),
        { nil: undefined, freq: 3 },
      ),
    })
    .map(({ method, path, query: pairs, headers: odd, sent }) => ({
      to: 'shell' as const,
      method,
      path: withQuery(path, pairs),
      headers: { ...(sent && { 'content-type': sent.type }), ...odd },
      body: sent && wellFormed(sent.text),
    }));
