// The browsers of the machine, each as a visitor has it. Plain JavaScript: the type check does not know the libraries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { Builder, By } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

const find = (...names) =>
  names
    .flatMap((name) =>
      (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.resolve(folder, name)),
    )
    .find(existsSync);

/** Milliseconds for an element to come to rest. */
const RESTING = 5_000;

export const firefox = {
  missing: () =>
    find('firefox-esr', 'firefox')
      ? null
      : 'Firefox is not installed (on Debian: apt-get install firefox-esr)',
  async start({ scripts, dark, width }) {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: find('firefox-esr', 'firefox'),
      protocolTimeout: 20_000,
      extraPrefsFirefox: {
        'javascript.enabled': scripts,
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      },
    });
    const page = await browser.newPage();
    const complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.setViewport({ width, height: 800 });
    return {
      open: (address) => page.goto(address),
      read: (expression) => page.evaluate(expression),
      click: (selector) => page.click(selector),
      type: (selector, text) => page.type(selector, text),
      complaints: async () => complaints,
      close: () => browser.close(),
    };
  },
};

/** WebKitGTK's small browser, which its driver starts. */
const miniBrowser = () =>
  find(
    'MiniBrowser',
    ...['4.1', '4.0', '6.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`),
  );

/** WebDriver reports nothing of the console. Nearly all scripts run later than this: at the visitor's first intent. */
const LISTEN = `
  window.complaints = [];
  addEventListener('error', ({ message }) => window.complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.complaints.push(String(reason)));
  console.error = (...words) => window.complaints.push(words.join(' '));
`;

export const webkit = {
  missing() {
    if (!find('WebKitWebDriver') || !miniBrowser())
      return 'WebKitGTK is not installed (on Debian: apt-get install webkit2gtk-driver)';
    return process.env.DISPLAY ? null : 'WebKitGTK needs a display (xvfb-run npm run test:browsers)';
  },
  async start({ scripts, dark, width }) {
    const env = { ...process.env, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita' };
    const service = new DriverService.Builder(find('WebKitWebDriver'))
      .setLoopback(true)
      .setEnvironment(env)
      .build();
    const options = {
      binary: miniBrowser(),
      args: ['--automation', ...(scripts ? [] : ['--enable-javascript=false'])],
    };
    const driver = new Builder()
      .usingServer(await service.start())
      .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
      .build();
    await driver.manage().window().setRect({ width, height: 840 });
    return {
      async open(address) {
        await driver.get(address);
        if (scripts) await driver.executeScript(LISTEN);
      },
      read: (expression) => driver.executeScript(`return ${expression}`),
      // The driver takes an element for out of reach while the page still scrolls, or while an island is mounted.
      click: (selector) =>
        driver.wait(async () => {
          const element = await driver.findElement(By.css(selector));
          await driver.executeScript(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
            element,
          );
          return element.click().then(
            () => true,
            (error) => {
              if (!/not interactable|intercepted/.test(String(error))) throw error;
              return false;
            },
          );
        }, RESTING),
      type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
      complaints: () => (scripts ? driver.executeScript('return window.complaints ?? []') : []),
      async close() {
        await driver.quit();
        await service.kill();
      },
    };
  },
};
