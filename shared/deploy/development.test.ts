import { describe, expect, test } from '@jest/globals';
import { api, remoteList, shell } from '../environment/topology';
import { development } from './compose-files';

const { services } = development;
const atWork = [shell, api, ...remoteList];

describe.each(atWork)('$folder in development', ({ folder, port }) => {
  test('runs at work, from the mirrored tree', () => {
    expect(services[folder]).toMatchObject({
      image: 'node:24-bookworm-slim',
      command: ['node', 'shared/tasks/run.mjs', 'dev-part', folder],
      working_dir: '/site',
      volumes: ['workspace:/site', 'data:/data'],
    });
  });

  test('is asked for its health at its port', () => {
    expect(services[folder]?.['healthcheck']).toMatchObject({
      test: ['CMD', 'bash', 'shared/tasks/dev/healthy.sh', String(port), expect.any(String)],
    });
  });
});

test('nothing may write into the tree that is mounted', () => {
  const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
  expect(mounts.filter((volume) => volume.startsWith('.'))).toEqual(['.:/source:ro']);
});

test('the shell’s port is the only published one', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, port]),
  );
  expect(published).toEqual([[shell.folder, `\${SITE_PORT:-${String(shell.port)}}:${String(shell.port)}`]]);
});
