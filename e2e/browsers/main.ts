import path from 'node:path';
import { withSite } from '../support/site';
import { JOURNEYS, type Settings, type Visitor } from './journeys';

/** A browser of the machine. */
interface Browser {
  /** Why it cannot be tried here, and how it could; `null` when it can. */
  missing(): string | null;
  start(settings: Settings): Promise<Visitor>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run test:browsers`: a few journeys through the production build, in the machine's own Firefox and WebKit, or one of them. */
async function main([only]: readonly string[]): Promise<void> {
  const tools = path.join(__dirname, '../../tools/occasional/visitors.mjs');
  const browsers = Object.entries((await import(tools)) as Readonly<Record<string, Browser>>);
  const wanted = browsers.filter(([name]) => only === undefined || name === only);
  if (wanted.length === 0) throw new Error(`There is no browser “${String(only)}”: firefox and webkit`);
  await withSite({}, async (site) => {
    for (const [name, browser] of wanted) await tryBrowser(name, browser, site.url);
  });
}

async function tryBrowser(name: string, browser: Browser, site: string): Promise<void> {
  const missing = browser.missing();
  say(missing === null ? name : `NOT TRIED: ${missing}`);
  if (missing !== null) process.exitCode = 1;
  for (const { title, play, ...settings } of missing === null ? JOURNEYS : []) {
    const visitor = await browser.start(settings);
    try {
      await play(visitor, site);
      const complaints = await visitor.complaints();
      if (complaints.length > 0) throw new Error(`the page complained: ${complaints.join('; ')}`);
      say(`  passed  ${title}`);
    } catch (error) {
      say(`  FAILED  ${title}: ${String(error)}`);
      process.exitCode = 1;
    } finally {
      await visitor.close();
    }
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
