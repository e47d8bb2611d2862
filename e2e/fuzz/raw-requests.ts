import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request';

/** Whole requests that lie in a row, each with what HTTP does not foresee. */
const LINES = [
  'GET / HTTP/1.1',
  'GET /api/services HTTP/1.1',
  'GET /blog/%00 HTTP/1.1',
  'get / http/1.1',
  'GET  / HTTP/1.1',
  'GET / HTTP/1.0',
  'GET / HTTP/9.9',
  'GET /',
  'GET http://evil.example/ HTTP/1.1',
  'GET /\x00 HTTP/1.1',
  'GET /\xff\xfe HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PRI * HTTP/2.0',
  'BREW /coffee HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'POST /api/contact HTTP/1.1',
  'POST /api/jobs/apply HTTP/1.1',
  'PUT /api/contact HTTP/1.1',
];
const HEADERS = [
  'Host: localhost',
  'Host: localhost\r\nHost: evil.example',
  'Host:',
  'Host : localhost',
  'X: a\r\n b',
  'X\x00: a',
  'X: \x00',
  'X: \xff',
  ': x',
  `X: ${'a'.repeat(20_000)}`,
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  'Expect: 100-continue',
  'Expect: x',
  'Content-Length: 0',
  'Content-Length: 2',
  'Content-Length: 2\r\nContent-Length: 3',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 2',
  'Content-Type: application/json',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: application/json\r\nContent-Type: text/plain',
  'Content-Encoding: gzip',
  'Trailer: Content-Length',
  'Range: bytes=0-0',
  'X-Forwarded-For: , ,',
];
const BODIES = [
  '',
  '{}',
  '2\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n',
  '2;a=b\r\n{}\r\n0\r\n\r\n',
  'z\r\n{}\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n{}',
  '-1\r\n{}\r\n0\r\n\r\n',
  '2\n{}\n0\n\n',
  '{"name":"a"',
  'name=a&email=b',
  'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
];

const message = fc
  .record({
    line: fc.constantFrom(...LINES),
    headers: fc.subarray(HEADERS, { maxLength: 4 }),
    end: fc.constantFrom('\r\n\r\n', '\r\n\r\n', '\r\n\r\n', '\n\n', '\r\n', ''),
    body: fc.constantFrom(...BODIES),
  })
  .map(({ line, headers, end, body }) => [line, ...headers].join('\r\n') + end + body);

const garbage = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** Bytes as no client sends them: one message or a few in a row, or no HTTP at all. */
export const rawRequests: fc.Arbitrary<FuzzRequest> = fc.record({
  to: fc.constantFrom('shell' as const, 'api' as const),
  bytes: fc.oneof(
    { arbitrary: fc.array(message, { minLength: 1, maxLength: 3 }).map((all) => all.join('')), weight: 6 },
    { arbitrary: garbage, weight: 1 },
  ),
});
