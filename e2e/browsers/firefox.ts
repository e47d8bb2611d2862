import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findProgram } from './find-program';
import { NoBrowser, type Engine, type Settings, type Visitor } from './visitor';

/** Of Puppeteer what is used; it is installed with the command alone. */
interface Puppeteer {
  launch(options: {
    readonly browser: 'firefox';
    readonly executablePath: string;
    readonly protocolTimeout: number;
    readonly extraPrefsFirefox: Readonly<Record<string, unknown>>;
  }): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
}

interface Page {
  setViewport(size: { readonly width: number; readonly height: number }): Promise<void>;
  goto(address: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
}

/** Milliseconds for one command. */
const DEADLINE = 20_000;

/** The Firefox of the machine, over WebDriver BiDi. Throws `NoBrowser` when there is none. */
export function firefox(): Engine {
  const executablePath = findProgram('firefox-esr', 'firefox');
  if (executablePath === null)
    throw new NoBrowser('Firefox is not installed (on Debian: apt-get install firefox-esr)');
  const require = createRequire(path.join(__dirname, 'tools/package.json'));
  const { default: puppeteer } = require('puppeteer-core') as { readonly default: Puppeteer };
  const name = execFileSync(executablePath, ['--version'], { encoding: 'utf8' }).trim();
  return {
    name,
    lostWithoutScripts: 'Puppeteer gets no answer from a Firefox without scripts after a navigation',
    start: (settings) => start(puppeteer, executablePath, settings),
    stop: () => Promise.resolve(),
  };
}

async function start(
  puppeteer: Puppeteer,
  executablePath: string,
  { scripts, dark, width }: Settings,
): Promise<Visitor> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    protocolTimeout: DEADLINE,
    extraPrefsFirefox: {
      'javascript.enabled': scripts,
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    },
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.setViewport({ width, height: 800 });
  return {
    open: async (address) => void (await page.goto(address)),
    read: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    complaints: () => Promise.resolve(complaints),
    close: () => browser.close(),
  };
}
