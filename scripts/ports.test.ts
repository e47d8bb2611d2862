import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { checkPorts, freePorts, PACKAGES } from './ports';

const portOf = ({ origin }: { readonly origin: string }) => new URL(origin).port;

test('every part gets a port of its own that nobody has', async () => {
  const ports = await freePorts();
  expect(Object.keys(ports).sort()).toEqual(PACKAGES.map(({ portVariable }) => portVariable).sort());
  expect(new Set(Object.values(ports)).size).toBe(PACKAGES.length);
  await expect(checkPorts(ports)).resolves.toBeUndefined();
});

test('all taken ports are named at once, each with its part and the variable that changes it', async () => {
  const blog = await startLocalServer(() => undefined);
  const api = await startLocalServer(() => undefined);
  const ports = { ...(await freePorts()), MFE_BLOG_PORT: portOf(blog), API_PORT: portOf(api) };
  await expect(checkPorts(ports)).rejects.toThrow(
    `Port ${portOf(blog)} for mfe-blog is taken; choose another with MFE_BLOG_PORT\n` +
      `Port ${portOf(api)} for api is taken; choose another with API_PORT`,
  );
});

test('a port that is no port is rejected by its variable’s name', async () => {
  await expect(checkPorts({ ...(await freePorts()), PORT: 'http' })).rejects.toThrow(/^PORT is “http”/);
});

test('looking at ports leaves them free', async () => {
  const ports = await freePorts();
  await checkPorts(ports);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(ports['PORT']), '127.0.0.1', resolve));
  expect(server.listening).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
