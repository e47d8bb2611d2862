import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '@vidlunnia/shared/stack';
import { findProgram } from './find-program';
import { WebDriver } from './web-driver';
import { NoBrowser, type Engine, type Settings, type Visitor } from './visitor';

/** WebKitGTK's small browser, which its driver starts. */
const BROWSERS = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** WebKitGTK of the machine, over WebDriver, on a display of its own. Throws `NoBrowser` when there is none. */
export async function webkit(): Promise<Engine> {
  const [driver, display, browser] = [
    findProgram('WebKitWebDriver'),
    findProgram('Xvfb'),
    findProgram('MiniBrowser', ...BROWSERS),
  ];
  if (driver === null || display === null || browser === null)
    throw new NoBrowser('WebKitGTK is not installed (on Debian: apt-get install webkit2gtk-driver xvfb)');
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await firstLine(screen.stdio[3]);
  return {
    name: 'WebKitGTK',
    lostWithoutScripts: null,
    start: (settings) => start(driver, browser, `:${number}`, settings),
    stop: () => end(screen),
  };
}

async function start(
  driver: string,
  browser: string,
  display: string,
  { scripts, dark, width }: Settings,
): Promise<Visitor> {
  const { API_PORT: port = '' } = await freePorts();
  const env = { ...process.env, DISPLAY: display, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita' };
  const child = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
  try {
    const session = await WebDriver.start(`http://127.0.0.1:${port}`, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: browser,
        args: ['--automation', ...(scripts ? [] : ['--enable-javascript=false'])],
      },
    });
    await session.resize(width, 840);
    return {
      open: async (address) => {
        await session.open(address);
        if (scripts) await session.run(LISTEN);
      },
      read: (expression) => session.run(`return ${expression}`),
      click: (selector) => clickOnceStill(session, selector),
      type: (selector, text) => session.type(selector, text),
      complaints: async () =>
        scripts ? ((await session.run('return window.complaints ?? []')) as string[]) : [],
      close: async () => {
        await session.stop();
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Milliseconds for an element to come to rest. */
const RESTING = 5_000;

/** The driver takes an element for out of reach while the page still scrolls smoothly, or while an island is mounted. */
async function clickOnceStill(session: WebDriver, selector: string): Promise<void> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const end = Date.now() + RESTING;
  for (;;) {
    await session.run(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
    try {
      await session.click(selector);
      return;
    } catch (error) {
      if (!/not interactable|intercepted/.test(String(error)) || Date.now() > end) throw error;
    }
    await wait(100);
  }
}

/** WebDriver tells nothing of the console. Nearly all scripts run later than this: at the visitor's first intent. */
const LISTEN = `
  window.complaints = [];
  addEventListener('error', ({ message }) => window.complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.complaints.push(String(reason)));
  console.error = (...words) => window.complaints.push(words.join(' '));
`;

async function firstLine(stream: unknown): Promise<string> {
  if (!(stream instanceof Object) || !('once' in stream)) throw new Error('The display has no such pipe');
  const [chunk] = (await once(stream as NodeJS.ReadableStream, 'data')) as [Buffer];
  return chunk.toString().trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
