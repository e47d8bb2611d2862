import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import {
  manifestOf,
  openGate,
  readRelease,
  renameRelease,
  type ReleaseFiles,
} from '@vidlunnia/shared/release/testing';
import { remoteList, remotes } from '@vidlunnia/shared/topology';
import { repository } from '../../support/command';
import { startTeamOrigin } from '../../support/team-origin';

type Change = (file: string, text: string) => string;

const builtOf = (files: ReleaseFiles) => ({
  release: JSON.parse(manifestOf(files).toString('utf8')) as ReleaseManifest,
  manifest: manifestOf(files),
  read: (file: string) => Promise.resolve(files.get(file) ?? Buffer.alloc(0)),
});

const inBrowser =
  (from: string | RegExp, to: string): Change =>
  (file, text) =>
    file.startsWith('client/static/forms.') ? text.replace(from, to) : text;
/** In the rule of a class. */
const inRule = (name: string, declarations: string): Change =>
  inBrowser(`.${name}{`, `.${name}{${declarations};`);
const all =
  (...changes: readonly Change[]): Change =>
  (file, text) =>
    changes.reduce((changed, change) => change(file, changed), text);

/** Sentences of the rejection. */
const SAYS = [
  /^(forms\/\w+|the page) on \/ at 360 px light and dark, 1440 px .*: .*A fault of an effect.* at .*mfe-forms\/src\/[\w/-]+\.tsx?:\d+/m,
  /^forms\/ContactForm on \/ at .*: covers what is not its own, with </m,
  /outside of the team’s islands/,
  /^forms\/ApplicationForm on \/ at 360 px light and dark, 1440 px light and dark: has no height$/m,
  /^forms\/\w+ on \/ at 360 px .*: makes the page scroll sideways by \d+ px$/m,
];

// What harms nobody passes in commands.spec.ts.
test('a browser rejects a release whose effect throws, whose islands cover others, have no height or are too wide', async () => {
  // The gate has deadlines of its own, which say more.
  test.setTimeout(300_000);
  const dist = path.join(repository, remotes.forms.folder, 'dist');
  const files = await readRelease(path.join(dist, await readFile(path.join(dist, '.version'), 'utf8')));
  const origins = await Promise.all(remoteList.map(({ name }) => startTeamOrigin(name)));
  const environment = Object.fromEntries(
    remoteList.flatMap(({ originVariable, publicKeyVariable }, index) => [
      [originVariable, origins[index]?.origin],
      [publicKeyVariable, origins[index]?.publicKey],
    ]),
  );
  const gate = openGate(
    { remote: remotes.forms, environment: { ...process.env, ...environment } },
    { inBrowser: true, signal: new AbortController().signal },
  );
  const version = '1'.repeat(12);
  const [server = ''] = [...files].flatMap(([file, bytes]) =>
    file.startsWith('server/forms.') && file.endsWith('.js') ? [bytes.toString('utf8')] : [],
  );
  const classOf = (name: string) => RegExp(`"${name}": \`([\\w-]+)\``).exec(server)?.[1] ?? '';
  // The application form stands on a sheet; the contact form does not.
  const flat =
    'block-size:0!important;padding:0!important;border:0!important;min-inline-size:2000px!important';
  const harm = all(
    inBrowser(/useEffect\)\(\(\)=>\{/, '$&throw Error("A fault of an effect");'),
    inRule(classOf('form'), 'position:fixed;inset:0;z-index:99'),
    inRule(classOf('sheet'), `position:static!important;${flat}`),
  );
  try {
    const built = builtOf(renameRelease(files, version, harm));
    await gate.renderTest(built);
    const message = await gate.compareInBrowser(built).then(
      (said) => `passed: ${said}`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    for (const sentence of SAYS) expect.soft(message).toMatch(sentence);
    expect(message.split('\n').length).toBeLessThanOrEqual(15);
    await access(/^Report.*: (.*)$/m.exec(message)?.[1] ?? 'no report');
  } finally {
    await gate.close();
    await Promise.all(origins.map((origin) => origin.stop()));
  }
});
