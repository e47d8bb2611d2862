import { expect } from '@playwright/test';
import { remoteList } from '@vidlunnia/settings/topology';
import { lines, type Project } from './project';

/** Packages that build or test and have no business in a running image. */
const PACKAGES = ['typescript', 'webpack', 'esbuild', 'tsx', 'jest', 'typescript-7', 'npm'];
/** Caches, sources and keys; packages bring samples of the latter two. */
const OTHERS = ["-name '_cacache'", "\\( -name '*.tsx' -o -name '*.key' \\) -not -path '*/node_modules/*'"];

export const TEAMS = remoteList.map(({ folder }) => folder);
export const SERVICES = ['postgres', 'api', ...TEAMS, 'shell', 'gateway'];
const ONCE = ['content', 'migrate', ...TEAMS.map((folder) => `${folder}-release`)];

interface Container {
  readonly Image: string;
  readonly HostConfig: { readonly Memory: number };
  readonly State: { readonly ExitCode: number };
}

async function inspect(project: Project, service: string): Promise<Container[]> {
  const ids = await project.containers(service, true);
  return JSON.parse(await project.docker('inspect', ...ids)) as Container[];
}

/** What runs once has succeeded, and every replica of what runs on is healthy. */
export async function checkHealth(project: Project): Promise<void> {
  for (const service of ONCE) expect((await inspect(project, service))[0]?.State.ExitCode, service).toBe(0);
  for (const service of SERVICES) {
    const ids = await project.containers(service);
    expect(ids, service).toHaveLength(service === 'api' || service === 'shell' ? 2 : 1);
    for (const id of ids) await project.healthy(id);
  }
}

/** No process is root, no file system may be written, memory is bounded, and nothing more may be gained. */
export async function checkRights(project: Project): Promise<void> {
  for (const service of SERVICES) {
    for (const { HostConfig: host } of await inspect(project, service)) {
      expect(host, service).toMatchObject({
        ReadonlyRootfs: true,
        CapDrop: expect.arrayContaining(['ALL']),
        SecurityOpt: expect.arrayContaining(['no-new-privileges:true']),
      });
      expect(host.Memory, service).toBeGreaterThan(0);
    }
    for (const id of await project.containers(service)) {
      const [, ...users] = lines(await project.docker('top', id, '-eo', 'pid,uid'));
      expect(
        users.filter((user) => user.trim().endsWith(' 0')),
        `${service} runs as root`,
      ).toEqual([]);
      // As root, so that it is the file system that rejects, and not its rights.
      const touch = ['exec', '--user', '0', id, 'touch', '/etc/written'];
      expect(await project.docker(...touch).catch(String), service).toContain('Read-only file system');
    }
  }
}

/** No image has build tools, sources or keys in it, and none shows the database's password. */
export async function checkImages(project: Project, password: string): Promise<void> {
  const look = [...PACKAGES.map((name) => `-path '*/node_modules/${name}'`), ...OTHERS].join(' -o ');
  const find = ['--user', '0', '--entrypoint', 'sh'];
  for (const service of [...SERVICES, 'mfe-blog-release'].filter((name) => name !== 'postgres')) {
    const [container] = await inspect(project, service);
    const image = container?.Image ?? '';
    const found = await project.docker('run', '--rm', ...find, image, '-c', `find / -xdev \\( ${look} \\)`);
    expect(lines(found), service).toEqual([]);
    const history = await project.docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image);
    const shown = (await project.docker('inspect', image)) + history + JSON.stringify(container);
    expect(shown.includes(password), `${service} shows the database's password`).toBe(false);
  }
}
