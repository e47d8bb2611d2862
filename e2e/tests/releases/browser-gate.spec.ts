import { readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import {
  manifestOf,
  openBrowserGate,
  readRelease,
  renameRelease,
  type ReleaseFiles,
} from '@vidlunnia/shared/release/testing';
import { remoteList, remotes } from '@vidlunnia/shared/topology';
import { repository } from '../../support/command';
import { startTeamOrigin } from '../../support/team-origin';

type Change = (file: string, text: string) => string;

const CONTACT_FORM = /\.forms-VigH60\{/;
const builtOf = (files: ReleaseFiles) => ({
  release: JSON.parse(manifestOf(files).toString('utf8')) as ReleaseManifest,
  manifest: manifestOf(files),
  read: (file: string) => Promise.resolve(files.get(file) ?? Buffer.alloc(0)),
});

const inBrowser =
  (from: string | RegExp, to: string): Change =>
  (file, text) =>
    file.startsWith('client/static/forms.') ? text.replace(from, to) : text;
const inStyles = (declarations: string): Change => inBrowser(CONTACT_FORM, `$&${declarations};`);
const react = () => readFileSync(path.join(repository, 'node_modules/react/cjs/react.production.js'), 'utf8');

/** What a release changes, and the sentences of its rejection. */
const HARMS: Readonly<Record<string, { readonly change: Change; readonly says: readonly RegExp[] }>> = {
  'an effect that throws': {
    change: inBrowser(
      /\(0,(\w)\.useEffect\)\(\(\)=>\{(?=const e=v)/,
      '$&throw Error("A fault of an effect");',
    ),
    says: [/^(forms\/\w+|the page) on \/ at 360 px light and dark, 1440 px .*: .*A fault of an effect/m],
  },
  'a second React': {
    change: inBrowser(/$/, `;(exports=>{${react()}})({});`),
    says: [/^Two copies of React are on the page: .* in client\/static\/forms\.\w+\.js/],
  },
  'an overlay': {
    change: inStyles('position:fixed;inset:0;z-index:99'),
    says: [
      /^forms\/ContactForm on \/ at .*: covers what is not its own, with </m,
      /outside of the team’s islands/,
    ],
  },
  'an island without height': {
    change: inStyles('block-size:0;overflow:hidden;padding:0;border:0;min-block-size:0'),
    says: [/^forms\/ContactForm on \/ at 360 px light and dark, 1440 px light and dark: has no height$/m],
  },
  'an island that is too wide': {
    change: inStyles('inline-size:2000px'),
    says: [/^forms\/\w+ on \/ at 360 px .*: makes the page scroll sideways by \d+ px$/m],
  },
};

test('a browser passes a change of the team’s own islands, and rejects what harms the page', async () => {
  test.setTimeout(240_000);
  const dist = path.join(repository, remotes.forms.folder, 'dist');
  const files = await readRelease(path.join(dist, await readFile(path.join(dist, '.version'), 'utf8')));
  const origins = await Promise.all(remoteList.map(({ name }) => startTeamOrigin(name)));
  const environment = Object.fromEntries(
    remoteList.flatMap(({ originVariable, publicKeyVariable }, index) => [
      [originVariable, origins[index]?.origin],
      [publicKeyVariable, origins[index]?.publicKey],
    ]),
  );
  const gate = openBrowserGate(
    { remote: remotes.forms, environment: { ...process.env, ...environment } },
    new AbortController().signal,
  );
  let count = 0;
  const check = (change: Change) => {
    count += 1;
    const version = String(count).repeat(12);
    const released = renameRelease(files, version, change);
    const changed = [...released].filter(([file, bytes]) => {
      const before = files.get(file)?.toString('utf8').replaceAll(builtOf(files).release.version, version);
      return file.startsWith('client/static/') && before !== bytes.toString('utf8');
    });
    expect(changed.length, 'the change found its place').toBeGreaterThan(0);
    return gate.check(builtOf(released));
  };
  try {
    await test.step('another text in a form passes', async () => {
      const said = await check((_, text) => text.replaceAll('Напишіть нам', 'Напишіть нам, і ми відповімо'));
      expect(said).toBe('4 views, nothing else changed');
    });
    for (const [name, { change, says }] of Object.entries(HARMS)) {
      await test.step(name, async () => {
        const message = await check(change).then(
          (said) => `passed: ${said}`,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        for (const sentence of says) expect.soft(message).toMatch(sentence);
        const folder = /^Pictures .*: (.*)$/m.exec(message)?.[1];
        if (folder !== undefined) await access(path.join(folder, 'home-360-light/new.png'));
      });
    }
  } finally {
    await gate.close();
    await Promise.all(origins.map((origin) => origin.stop()));
  }
});
