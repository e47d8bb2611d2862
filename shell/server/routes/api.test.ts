/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import fastify from 'fastify';
import { startSite } from '../../testing/site';
import { apiProxy } from './api';

describe('the API behind the site', () => {
  test.each([
    ['GET', '/api/services', ''],
    ['GET', '/api/blog/%D0%B0%2F%D0%B1?x=1', ''],
    ['POST', '/api/contact', '{"name":"Ігор"}'],
  ])('gets %s %s as it was sent', async (method, target, body) => {
    const site = await startSite();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' };
    await site.ask(target, { method, body, headers: body === '' ? {} : headers });
    expect(site.api.received).toEqual([expect.objectContaining({ method, url: target, body })]);
    if (body !== '') expect(site.api.received[0]?.headers).toMatchObject(headers);
  });

  test('learns the request’s id, and the visitor that one alone', async () => {
    const site = await startSite((_, response) => response.setHeader('x-request-id', 'r1').end());
    const { headers } = await site.ask('/api/services', { headers: { 'x-request-id': 'r1' } });
    expect([site.api.received[0]?.headers['x-request-id'], headers['x-request-id']]).toEqual(['r1', 'r1']);
    await site.ask('/api/services', { headers: { 'x-request-id': 'olena@example.com' } });
    expect(site.api.received[1]?.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('is sent a body for which the visitor has waited to be let through (Expect: 100-continue)', async () => {
    const site = await startSite();
    const { status } = await site.ask('/api/contact', {
      method: 'POST',
      body: '{}',
      headers: { expect: '100-continue', 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
    expect(site.api.received).toEqual([expect.objectContaining({ method: 'POST', body: '{}' })]);
    expect(site.api.received[0]?.headers).not.toHaveProperty('expect');
  });

  test('decides itself on an encoded body, which passes as it was sent', async () => {
    const site = await startSite((_, response) => response.writeHead(415).end());
    const { status } = await site.ask('/api/contact', {
      method: 'POST',
      body: 'not really gzip',
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    });
    expect(status).toBe(415);
    expect(site.api.received).toEqual([expect.objectContaining({ body: 'not really gzip' })]);
  });

  test('has its responses passed on, status, type and caching unchanged', async () => {
    const site = await startSite((_, response) =>
      response
        .writeHead(422, {
          'content-type': 'application/problem+json',
          'cache-control': 'no-store',
          'retry-after': '7',
        })
        .end('{"title":"Unprocessable Content","status":422}'),
    );
    const { status, headers, body } = await site.ask('/api/contact', { method: 'POST' });
    expect(status).toBe(422);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'retry-after': '7',
    });
    expect(body.toString()).toBe('{"title":"Unprocessable Content","status":422}');
  });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['nothing', {}],
    ['another address', { 'x-forwarded-for': '203.0.113.9' }],
    ['a chain of addresses', { 'X-Forwarded-For': '203.0.113.9, 198.51.100.1' }],
  ])('learns the visitor’s address from the socket, when the visitor claims %s', async (_, headers) => {
    const site = await startSite();
    await site.ask('/api/services', { headers });
    expect(site.api.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  test.each([
    ['the proxy that says it', 'loopback', '203.0.113.9', '203.0.113.9'],
    ['the proxy, never from the visitor before it', 'loopback', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['nobody but the named proxies', '192.0.2.1', '203.0.113.9', '127.0.0.1'],
  ])('learns the visitor’s address from %s', async (_, trustProxy, forwarded, learnt) => {
    const site = await startSite(undefined, { trustProxy });
    await site.ask('/api/services', { headers: { 'x-forwarded-for': forwarded } });
    expect(site.api.received[0]?.headers['x-forwarded-for']).toBe(learnt);
  });

  test('meets the visitor’s address even when a Connection header asks for its removal', async () => {
    const site = await startSite();
    await site.ask('/api/services', {
      headers: { connection: 'x-forwarded-for', 'x-forwarded-for': '203.0.113.9' },
    });
    expect(site.api.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});

describe('an upstream that is out of order', () => {
  const DETAIL = /127\.0\.0\.1|localhost|:\d{4,5}|ECONN|socket|undici|fetch|connect|at \w|\.(ts|js)\b/i;

  test('down: the response is an error of the server’s kind without internal detail', async () => {
    const site = await startSite(undefined, { apiOrigin: await unreachableOrigin() });
    const { status, body } = await site.ask('/api/services');
    expect([502, 503]).toContain(status);
    expect(body.toString()).not.toMatch(DETAIL);
  });

  test('breaking off: the response is an error without internal detail', async () => {
    const site = await startSite((request) => request.socket.destroy());
    const { status, body } = await site.ask('/api/contact', { method: 'POST', body: '{}' });
    expect([502, 503]).toContain(status);
    expect(body.toString()).not.toMatch(DETAIL);
  });

  test('hanging: the response is 504 at the deadline, without internal detail', async () => {
    const { origin } = await startLocalServer(() => undefined);
    const app = fastify();
    await app.register(apiProxy, { apiOrigin: origin, timeout: 100 });
    const { statusCode, body } = await app.inject('/api/services');
    await app.close();
    expect(statusCode).toBe(504);
    expect(body).not.toMatch(DETAIL);
  });

  test('breaking off within its response: the same, for the gateway to repeat', async () => {
    const site = await startSite((request, response) => {
      response.writeHead(201, { 'content-length': '9', 'cache-control': 'max-age=9', etag: '"1"' });
      response.write('{"id"', () => request.socket.destroy());
    });
    const { status, headers, body } = await site.ask('/api/contact', { method: 'POST', body: '{}' });
    expect(status).toBe(502);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('etag');
    expect(JSON.parse(body.toString())).toEqual({ type: 'about:blank', title: 'Bad Gateway', status: 502 });
  });

  test('gets a submission once, even when it breaks off', async () => {
    const site = await startSite((request) => request.socket.destroy());
    await site.ask('/api/contact', { method: 'POST', body: '{}' });
    expect(site.api.received).toHaveLength(1);
  });

  test('leaves pages as they are', async () => {
    const nowhere = await unreachableOrigin();
    const site = await startSite(undefined, { apiOrigin: nowhere });
    expect((await site.ask('/')).status).toBe(200);
  });
});
