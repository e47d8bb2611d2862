import { prepareData } from '../support/data-folder';
import { startSite } from '../support/site';
import { firefox } from './firefox';
import { JOURNEYS } from './journeys';
import { NoBrowser, type Engine } from './visitor';
import { webkit } from './webkit';

const BROWSERS = { firefox, webkit };

/** `npm run test:browsers`: a few journeys through the production build, in the machine's own Firefox and WebKit, or one of them. */
async function main(): Promise<void> {
  const removeData = await prepareData();
  try {
    const site = await startSite();
    try {
      for (const find of wanted()) await tryBrowser(find, site.url);
    } finally {
      await site.stop();
    }
  } finally {
    await removeData();
  }
}

function wanted(): (typeof BROWSERS)[keyof typeof BROWSERS][] {
  const [, , name] = process.argv;
  if (name === undefined) return Object.values(BROWSERS);
  if (name === 'firefox' || name === 'webkit') return [BROWSERS[name]];
  throw new Error(`There is no browser “${name}”; there are ${Object.keys(BROWSERS).join(' and ')}`);
}

async function tryBrowser(find: () => Engine | Promise<Engine>, site: string): Promise<void> {
  let engine: Engine;
  try {
    engine = await find();
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
    say(`NOT TRIED: ${error.message}`);
    process.exitCode = 1;
    return;
  }
  say(engine.name);
  try {
    for (const { name, play, leads, ...settings } of JOURNEYS) {
      if (leads && engine.lostWithoutScripts !== null) {
        say(`  left out  ${name}: ${engine.lostWithoutScripts}`);
        continue;
      }
      const problem = await problemOf(async () => {
        const visitor = await engine.start(settings);
        try {
          await play(visitor, site);
          const complaints = await visitor.complaints();
          if (complaints.length > 0) throw new Error(`the page complained: ${complaints.join('; ')}`);
        } finally {
          await visitor.close();
        }
      });
      say(`  ${problem === null ? 'passed' : 'FAILED'}  ${name}${problem === null ? '' : `: ${problem}`}`);
      if (problem !== null) process.exitCode = 1;
    }
  } finally {
    await engine.stop();
  }
}

const problemOf = (run: () => Promise<void>): Promise<string | null> =>
  run().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const say = (line: string) => process.stdout.write(`${line}\n`);

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
