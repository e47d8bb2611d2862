// The machine's own browsers. JavaScript, because the type check does not know these libraries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { Builder, By } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

const LIBRARIES = ['4.1', '4.0', '6.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}`);

function find(debianPackage, ...names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...LIBRARIES];
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
  if (!found) throw new Error(`${names[0]} is not installed (on Debian: apt-get install ${debianPackage})`);
  return found;
}

async function startFirefox({ scripts, dark, width }) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: find('firefox-esr', 'firefox-esr', 'firefox'),
    protocolTimeout: 20_000,
    extraPrefsFirefox: {
      'javascript.enabled': scripts,
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    },
  });
  const page = await browser.newPage();
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setViewport({ width, height: 800 });
  return {
    open: (address) => page.goto(address),
    read: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    errors: async () => errors,
    close: () => browser.close(),
  };
}

/** WebDriver does not report the console. Nearly all scripts run after this one: at the visitor's first intent. */
const LISTEN = `
  window.reported = [];
  addEventListener('error', ({ message }) => window.reported.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.reported.push(String(reason)));
  console.error = (...words) => window.reported.push(words.join(' '));
`;
const SCROLL = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
const CLICK_DEADLINE_MS = 5_000;

async function startWebKit({ scripts, dark, width }) {
  const program = find('webkit2gtk-driver', 'WebKitWebDriver');
  if (!process.env.DISPLAY) throw new Error('WebKitGTK needs a display (xvfb-run npm run browsers -w e2e)');
  const service = new DriverService.Builder(program)
    .setLoopback(true)
    .setEnvironment({ ...process.env, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita' })
    .build();
  const options = {
    binary: find('webkit2gtk-driver', 'MiniBrowser'),
    args: ['--automation', ...(scripts ? [] : ['--enable-javascript=false'])],
  };
  const driver = new Builder()
    .usingServer(await service.start())
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build();
  await driver.manage().window().setRect({ width, height: 840 });
  // The driver refuses a click while the page scrolls or an island is mounted.
  const tryToClick = async (selector) => {
    const element = await driver.findElement(By.css(selector));
    await driver.executeScript(SCROLL, element);
    try {
      await element.click();
      return true;
    } catch (error) {
      if (!/not interactable|intercepted/.test(String(error))) throw error;
      return false;
    }
  };
  return {
    async open(address) {
      await driver.get(address);
      if (scripts) await driver.executeScript(LISTEN);
    },
    read: (expression) => driver.executeScript(`return ${expression}`),
    click: (selector) => driver.wait(() => tryToClick(selector), CLICK_DEADLINE_MS),
    type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
    errors: async () => (scripts ? driver.executeScript('return window.reported ?? []') : []),
    async close() {
      await driver.quit();
      await service.kill();
    },
  };
}

export const browsers = { firefox: startFirefox, webkit: startWebKit };
