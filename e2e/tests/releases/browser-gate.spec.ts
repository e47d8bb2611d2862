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
/** In the rule of the class that both forms' own elements have. */
const inStyles =
  (formClass: string) =>
  (declarations: string): Change =>
    inBrowser(`.${formClass}{`, `.${formClass}{${declarations};`);

interface Harm {
  readonly change: Change;
  /** Sentences of its rejection. */
  readonly says: readonly RegExp[];
}

const all =
  (...changes: readonly Change[]): Change =>
  (file, text) =>
    changes.reduce((changed, change) => change(file, changed), text);

const harms = (inForms: (declarations: string) => Change): Readonly<Record<string, Harm>> => ({
  'an effect that throws, and an overlay': {
    change: all(
      inBrowser(/useEffect\)\(\(\)=>\{/, '$&throw Error("A fault of an effect");'),
      inForms('position:fixed;inset:0;z-index:99'),
    ),
    says: [
      /^(forms\/\w+|the page) on \/ at 360 px light and dark, 1440 px .*: .*A fault of an effect/m,
      /^forms\/\w+ on \/ at .*: covers what is not its own, with </m,
      /outside of the team’s islands/,
    ],
  },
  'islands without height that are too wide': {
    change: inForms(
      'block-size:0;overflow:hidden;padding:0;border:0;min-block-size:0;min-inline-size:2000px',
    ),
    says: [
      /^forms\/\w+ on \/ at 360 px light and dark, 1440 px light and dark: has no height$/m,
      /^forms\/\w+ on \/ at 360 px .*: makes the page scroll sideways by \d+ px$/m,
    ],
  },
});

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
  const gate = openGate(
    { remote: remotes.forms, environment: { ...process.env, ...environment } },
    { inBrowser: true, signal: new AbortController().signal },
  );
  let count = 0;
  const check = async (change: Change) => {
    count += 1;
    const version = String(count).repeat(12);
    const released = renameRelease(files, version, change);
    const changed = [...released].filter(([file, bytes]) => {
      const before = files.get(file)?.toString('utf8').replaceAll(builtOf(files).release.version, version);
      return file.startsWith('client/static/') && before !== bytes.toString('utf8');
    });
    expect(changed.length, 'the change found its place').toBeGreaterThan(0);
    const built = builtOf(released);
    await gate.renderTest(built);
    return gate.compareInBrowser(built);
  };
  try {
    await test.step('another text in a form passes', async () => {
      const said = await check((_, text) => text.replaceAll('Напишіть нам', 'Напишіть нам, і ми відповімо'));
      expect(said).toBe('4 views, nothing else changed');
    });
    const [server = ''] = [...files].flatMap(([file, bytes]) =>
      file.startsWith('server/forms.') && file.endsWith('.js') ? [bytes.toString('utf8')] : [],
    );
    const [, formClass = ''] = /"form": `(forms-\w+)`/.exec(server) ?? [];
    for (const [name, { change, says }] of Object.entries(harms(inStyles(formClass)))) {
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
