import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { openGate } from '@vidlunnia/remote-kit/gate/open-gate';
import {
  manifestOf,
  readRelease,
  renameRelease,
  type ReleaseFiles,
} from '@vidlunnia/remote-kit/release/testing';
import { readRemote, remoteList, type RemotePackage } from '@vidlunnia/settings/topology';
import { repository } from '../../support/site';
import { startTeamOrigin } from '../../support/team-origin';

type Change = (file: string, text: string) => string;

const builtOf = (files: ReleaseFiles) => ({
  release: JSON.parse(manifestOf(files).toString('utf8')) as ReleaseManifest,
  manifest: manifestOf(files),
  read: (file: string) => Promise.resolve(files.get(file) ?? Buffer.alloc(0)),
});

const LEAVE =
  'if (performance.getEntriesByType("navigation")[0].name.endsWith("/blog/golden")) location = "https://evil.example"';

/** Changes a text in the browser's files of a chunk. */
const inChunk =
  (chunk: string, from: string | RegExp, to: string): Change =>
  (file, text) =>
    file.startsWith(`client/static/${chunk}.`) ? text.replace(from, to) : text;

/** What the gate says of the build of a remote with this harm in it. */
async function refusal(remote: RemotePackage, harm: (files: ReleaseFiles) => Change): Promise<string> {
  const dist = path.join(repository, remote.folder, 'dist');
  const files = await readRelease(path.join(dist, await readFile(path.join(dist, '.version'), 'utf8')));
  const origins = await Promise.all(remoteList.map(({ name }) => startTeamOrigin(name)));
  const environment = Object.fromEntries(
    remoteList.flatMap(({ originVariable, publicKeyVariable }, index) => [
      [originVariable, origins[index]?.origin],
      [publicKeyVariable, origins[index]?.publicKey],
    ]),
  );
  const own = origins[remoteList.findIndex(({ name }) => name === remote.name)]?.origin ?? '';
  const read = async (name: string) => {
    const response = await fetch(`${own}/${name}`);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
  };
  const gate = await openGate(
    {
      ...{ remote, target: { read }, say: () => undefined },
      environment: { ...process.env, ...environment },
      site: { url: own, ask: () => Promise.resolve('not asked') },
    },
    { inBrowser: true, signal: new AbortController().signal },
  );
  try {
    const built = builtOf(renameRelease(files, '1'.repeat(12), harm(files)));
    await gate.renderTest(built);
    return await gate.compareInBrowser(built).then(
      () => 'passed',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  } finally {
    await gate.close();
    await Promise.all(origins.map((origin) => origin.stop()));
  }
}

// What harms nobody passes in commands.spec.ts. The gate has deadlines of its own, which say more.
test.describe.configure({ timeout: 300_000 });

test('a browser rejects a release whose effect throws, whose islands cover others, have no height or are too wide, and which leaves the site where a page is reached by a link', async () => {
  const message = await refusal(readRemote(path.join(repository, 'mfe-forms')), (files) => {
    const [server = ''] = [...files].flatMap(([file, bytes]) =>
      file.startsWith('server/forms.') && file.endsWith('.js') ? [bytes.toString('utf8')] : [],
    );
    const inRule = (name: string, declarations: string): Change => {
      const [, selector = ''] = RegExp(`"${name}": \`([\\w-]+)\``).exec(server) ?? [];
      return inChunk('forms', `.${selector}{`, `.${selector}{${declarations};`);
    };
    const harms = [
      inChunk('forms', /useEffect\)\(\(\)=>\{/, '$&throw Error("A fault of an effect");'),
      // The application form stands on a sheet; the contact form does not.
      inRule('form', 'position:fixed;inset:0;z-index:99'),
      inRule(
        'sheet',
        'position:static!important;block-size:0!important;padding:0!important;border:0!important;min-inline-size:2000px!important',
      ),
      // Only a way through the pages shows it.
      (file: string, text: string) =>
        /^client\/static\/forms\..*\.js$/.test(file) ? `${LEAVE};${text}` : text,
    ];
    return (file, text) => harms.reduce((changed, harm) => harm(file, changed), text);
  });
  for (const sentence of [
    /^(forms\/\w+|the page) on \/ at 360 px light and dark, 1440 px .*: .*A fault of an effect.* at .*mfe-forms\/src\/[\w/-]+\.tsx?:\d+/m,
    /^forms\/ContactForm on \/ at .*: overlaps home\/\w+$/m,
    /outside of the team’s islands/,
    /^forms\/ApplicationForm on \/ at 360 px light and dark, 1440 px light and dark: has no height$/m,
    /^forms\/\w+ on \/ at 360 px .*: makes the page scroll sideways by \d+ px$/m,
    /^forms on \/blog\/golden, then by a link to \/ at 1440 px .*: leaves the site for https:\/\/evil\.example\/$/m,
  ])
    expect.soft(message).toMatch(sentence);
  expect(message.split('\n').length).toBeLessThanOrEqual(15);
  await access(/^Report.*: (.*)$/m.exec(message)?.[1] ?? 'no report');
});
