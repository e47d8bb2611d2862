import { remoteList } from '../../environment/topology';
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
  readonly State: { readonly ExitCode: number; readonly StartedAt: string };
}

/** What ran once has succeeded, and of what runs on, every replica is healthy. */
export async function checkHealth(project: Project): Promise<string> {
  for (const service of ONCE) {
    const [container] = await inspect(project, service);
    if (container?.State.ExitCode !== 0) throw new Error(`${service} has not succeeded`);
  }
  const counts = await Promise.all(
    SERVICES.map(async (service) => {
      const ids = await project.containers(service);
      await Promise.all(ids.map((id) => project.healthy(id)));
      return [service, ids.length] as const;
    }),
  );
  for (const [service, count] of counts) {
    const expected = service === 'api' || service === 'shell' ? 2 : 1;
    if (count !== expected) throw new Error(`${service} has ${String(count)} containers`);
  }
  return counts.map(([service, count]) => `${service} ${String(count)}`).join(', ');
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
      await rejects(project, id, service, 'touch /etc/written');
      await rejects(project, id, service, 'touch /usr/local/bin/written');
    }
  }
  return `${String(SERVICES.length)} services: no root, read-only, bounded`;
}

async function rejects(project: Project, id: string, service: string, command: string): Promise<void> {
  // As root, so that it is the file system that rejects, and not its rights.
  const rejection = await project.docker('exec', '--user', '0', id, 'sh', '-c', command).then(
    () => null,
    (error: unknown) => String(error),
  );
  if (!rejection?.includes('Read-only file system'))
    throw new Error(`${service}: “${command}” did not fail as read-only`);
}

/** No image has build tools, sources or secrets in it. Gives what each one weighs. */
export async function checkImages(project: Project, password: string): Promise<string> {
  const sizes: string[] = [];
  for (const service of [...SERVICES, 'mfe-blog-release'].filter((name) => name !== 'postgres')) {
    const [container] = await inspect(project, service);
    const image = container?.Image ?? '';
    const look = [...PACKAGES.map((name) => `-path '*/node_modules/${name}'`), ...OTHERS].join(' -o ');
    const found = lines(await runIn(project, image, `find / -xdev \\( ${look} \\)`));
    if (found.length > 0) throw new Error(`the image of ${service} holds ${found.slice(0, 5).join(', ')}`);
    const history = await project.docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image);
    const told = (await project.docker('inspect', image)) + history + JSON.stringify(container);
    if (told.includes(password)) throw new Error(`${service} shows the database's password`);
    const own = await ownBytes(project, image);
    sizes.push(`${service} ${String(Math.round(own / 1e6))} MB`);
  }
  return `on top of their base images: ${sizes.join(', ')}`;
}

const runIn = (project: Project, image: string, command: string) =>
  project.docker('run', '--rm', '--user', '0', '--entrypoint', 'sh', image, '-c', command);

/** Bytes of an image's layers above its base image. */
async function ownBytes(project: Project, image: string): Promise<number> {
  const size = async (name: string) => Number(await project.docker('inspect', '--format', '{{.Size}}', name));
  const command = await project.docker('inspect', '--format', '{{.Config.Cmd}}', image);
  const base = command.includes('nginx') ? 'nginx:1.29-bookworm' : 'node:24-bookworm-slim';
  return (await size(image)) - (await size(base));
}

async function inspect(project: Project, service: string): Promise<Container[]> {
  const ids = await project.containers(service, true);
  return JSON.parse(await project.docker('inspect', ...ids)) as Container[];
}
