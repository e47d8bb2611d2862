import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '../testing';
import type { Sections } from './dev-sections';
import { serverBefore } from './dev-server';

const sections: Sections = {
  builds: new EventEmitter(),
  built: () => ({ number: 2, script: 'show();', styles: 'p {}' }),
  stop: () => Promise.resolve(),
};

let said: string[];
let servers: Server[];
beforeEach(() => {
  said = [];
  servers = [];
});
afterEach(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function before(site: string): Promise<string> {
  const server = serverBefore(site, sections, (line) => void said.push(line));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

test('a document of the site gets the sections; the site’s policy and its compression are not in force', async () => {
  const site = await startLocalServer((_, response) => {
    response.writeHead(404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "script-src 'none'",
      'Set-Cookie': ['a=1', 'b=2'],
    });
    response.end('<head><title>t</title></head>');
  });
  const answer = await fetch(`${await before(site.origin)}/blog?page=2`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-security-policy')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.text()).toMatch(/<\/title>[^]*\/built\?2[^]*src="\/-\/dev\/sections\.js"[^]*<\/head>$/);
  expect(site.received).toMatchObject([
    { url: '/blog?page=2', headers: { host: new URL(site.origin).host } },
  ]);
});

test('everything else is passed on as it is', async () => {
  const site = await startLocalServer((_, response) => {
    response.writeHead(303, { 'Content-Type': 'text/plain', Location: '/?sent' }).end('</head>');
  });
  const answer = await fetch(`${await before(site.origin)}/api/contact`, {
    method: 'POST',
    body: 'name=Ім’я',
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
    303,
    '/?sent',
    '</head>',
  ]);
  expect(site.received).toMatchObject([{ method: 'POST', url: '/api/contact', body: 'name=Ім’я' }]);
});

test('a page is told of each build, also of one that it came too late for', async () => {
  const origin = await before(await unreachableOrigin());
  const told = async (build: number) => {
    const { body } = await fetch(`${origin}/-/dev/built?${String(build)}`);
    if (!body) throw new Error('no body');
    return body.getReader();
  };
  const late = await told(1);
  expect(new TextDecoder().decode((await late.read()).value)).toBe('data: built\n\n');
  const now = await told(2);
  sections.builds.emit('built');
  expect(new TextDecoder().decode((await now.read()).value)).toBe('data: built\n\n');
});

test('a site that does not answer is named, on the page and in the terminal', async () => {
  const site = await unreachableOrigin();
  const answer = await fetch(`${await before(site)}/blog`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toBe(`${site}/blog: ECONNREFUSED`);
  expect(said).toEqual([`${site}/blog: ECONNREFUSED`]);
});
