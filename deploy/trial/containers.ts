import { remoteList } from '@vidlunnia/remote-kit/environment/topology';
import { lines, type Project } from './project';

/** Packages that build or test and have no business in a running image. */
const PACKAGES = ['typescript', 'webpack', 'esbuild', 'tsx', 'jest', 'typescript-7', 'npm'];
/** Caches, sources and keys; packages bring samples of the latter two. */
const OTHERS = ["-name '_cacache'", "\\( -name '*.tsx' -o -name '*.key' \\) -not -path '*/node_modules/*'"];

const TEAMS = remoteList.map(({ folder }) => folder);
const SERVICES = ['postgres', 'api', ...TEAMS, 'shell', 'gateway'];
const ONCE = ['migrate', ...TEAMS.map((folder) => `${folder}-release`)];

interface Container {
  readonly Image: string;
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly Memory: number;
    readonly CapDrop: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
  };
  readonly State: { readonly ExitCode: number };
}

async function inspect(project: Project, service: string): Promise<Container[]> {
  const ids = await project.containers(service, true);
  return JSON.parse(await project.docker('inspect', ...ids)) as Container[];
}

/** What runs once has succeeded, and every replica of what runs on is healthy. */
export async function checkHealth(project: Project): Promise<string> {
  for (const service of ONCE) {
    const [container] = await inspect(project, service);
    if (container?.State.ExitCode !== 0) throw new Error(`${service} has not succeeded`);
  }
  const counts = await Promise.all(
    SERVICES.map(async (service) => {
      const ids = await project.containers(service);
      await Promise.all(ids.map((id) => project.healthy(id)));
      const expected = service === 'api' || service === 'shell' ? 2 : 1;
      if (ids.length !== expected) throw new Error(`${service} has ${String(ids.length)} containers`);
      return `${service} ${String(ids.length)}`;
    }),
  );
  return counts.join(', ');
}

/** No process is root, no file system may be written, memory is bounded, and nothing more may be gained. */
export async function checkRights(project: Project): Promise<string> {
  for (const service of SERVICES) {
    for (const { HostConfig: host } of await inspect(project, service)) {
      const guarded =
        host.ReadonlyRootfs &&
        host.Memory > 0 &&
        host.CapDrop?.includes('ALL') &&
        host.SecurityOpt?.includes('no-new-privileges:true');
      if (!guarded) throw new Error(`${service} runs unguarded: ${JSON.stringify(host)}`);
    }
    for (const id of await project.containers(service)) {
      const [, ...users] = lines(await project.docker('top', id, '-eo', 'pid,uid'));
      if (users.some((user) => user.trim().endsWith(' 0'))) throw new Error(`${service} runs as root`);
      // As root, so that it is the file system that rejects, and not its rights.
      const touch = ['exec', '--user', '0', id, 'touch', '/etc/written'];
      const outcome = await project.docker(...touch).catch(String);
      if (!outcome.includes('Read-only file system'))
        throw new Error(`${service} may write its file system: ${outcome}`);
    }
  }
  return `${String(SERVICES.length)} services: no root, read-only, bounded`;
}

/** No image has build tools, sources or keys in it, and none shows the database's password. */
export async function checkImages(project: Project, password: string): Promise<string> {
  const services = [...SERVICES, 'mfe-blog-release'].filter((name) => name !== 'postgres');
  const look = [...PACKAGES.map((name) => `-path '*/node_modules/${name}'`), ...OTHERS].join(' -o ');
  const find = ['--user', '0', '--entrypoint', 'sh'];
  for (const service of services) {
    const [container] = await inspect(project, service);
    const image = container?.Image ?? '';
    const found = lines(
      await project.docker('run', '--rm', ...find, image, '-c', `find / -xdev \\( ${look} \\)`),
    );
    if (found.length > 0) throw new Error(`the image of ${service} holds ${found.slice(0, 5).join(', ')}`);
    const history = await project.docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image);
    const shown = (await project.docker('inspect', image)) + history + JSON.stringify(container);
    if (shown.includes(password)) throw new Error(`${service} shows the database's password`);
  }
  return `${String(services.length)} images`;
}
