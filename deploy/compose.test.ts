import { expect, test } from '@jest/globals';
import { api, remoteList, shell } from '@vidlunnia/remote-kit/environment/topology';
import { read, serviceNames, services } from './testing/compose';
import { variablesOf, workloads } from './testing/kubernetes';

const guide = read('docs/deployment.md');
/** The variables of every container, here and on Kubernetes. */
const environments = [
  ...serviceNames.map((name) => [`${name} in compose`, services[name]?.environment ?? {}] as const),
  ...workloads.flatMap(({ name, pod, container }) =>
    [container, ...(pod.initContainers ?? [])].map(
      (each) => [`${each.name} of ${name} on Kubernetes`, variablesOf(each)] as const,
    ),
  ),
];

test.each(environments)('%s gets settings that there are, and no secret', (_place, environment) => {
  const documents = read('docs/settings.md') + guide;
  const isKnown = (name: string) => documents.includes(`\`${name}\``) || /^(?:POSTGRES_|PGDATA$)/.test(name);
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([]);
  const isSecret = ([name, value]: readonly [string, string]) =>
    /(?:PASSWORD|SECRET|(?<!PUBLIC_)KEY)(?!.*_FILE$)/.test(name) || /:\/\/[^/@]*:[^/@]*@/.test(value);
  expect(Object.entries(environment).filter(isSecret)).toEqual([]);
});

test('every variable of the compose files is documented', () => {
  const text = read('docker-compose.yml') + read('docker-compose.prod.yml');
  const names = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  expect([...names].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test.each(serviceNames)('%s may do little, use little, and is watched', (name) => {
  const service = services[name];
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
  });
  const isOrigin = remoteList.some(({ folder }) => folder === name);
  const inImage = isOrigin && read('deploy/origin.Dockerfile').includes('HEALTHCHECK');
  expect(service?.restart === 'no' || inImage || service?.healthcheck !== undefined).toBe(true);
});

test('the shell looks for the API and the remotes where they listen', () => {
  const origins = [api, ...remoteList].map(
    ({ folder, port, originVariable }) => [originVariable, `http://${folder}:${String(port)}`] as const,
  );
  expect(services[shell.folder]?.environment).toMatchObject(Object.fromEntries(origins));
});

test.each(remoteList)(
  'the team of $folder alone has its key and writes what its origin serves',
  ({ folder }) => {
    const users = serviceNames.flatMap((name) => {
      const { secrets = [], volumes = [] } = services[name] ?? {};
      const uses = [...secrets, ...volumes].map((use) => (typeof use === 'string' ? use : use.source));
      return uses.filter((use) => use.startsWith(`${folder}-`)).map((use) => `${name} ${use}`);
    });
    expect(users.sort()).toEqual([
      `${folder} ${folder}-releases:/releases:ro`,
      `${folder}-release ${folder}-key`,
      `${folder}-release ${folder}-releases:/data/origins/${folder}`,
    ]);
  },
);

test('the gateway takes the addresses of one IPv6 prefix for one visitor', () => {
  const prefix = new RegExp(/"~(\^.*)" \$prefix;/.exec(read('deploy/gateway.nginx.conf'))?.[1] ?? 'none');
  expect(prefix.exec('2001:db8:0:1:ffff::2')?.groups).toEqual({ prefix: '2001:db8:0:1:' });
  expect(prefix.exec('192.0.2.1')).toBeNull();
});
