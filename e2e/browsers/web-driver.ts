import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds for one command, and for the driver to listen. */
const DEADLINE = 30_000;

/** Key of an element's reference (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A session of WebDriver (https://www.w3.org/TR/webdriver2/). Each command rejects with the driver's own message. */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  static async start(origin: string, capabilities: object): Promise<WebDriver> {
    await untilListening(origin);
    const { sessionId } = (await send(`${origin}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })) as { readonly sessionId: string };
    return new WebDriver(`${origin}/session/${sessionId}`);
  }

  readonly open = (url: string) => send(`${this.#session}/url`, { url });
  readonly run = (script: string) => send(`${this.#session}/execute/sync`, { script, args: [] });
  readonly resize = (width: number, height: number) =>
    send(`${this.#session}/window/rect`, { width, height });
  readonly click = async (selector: string) => void (await send(`${await this.#find(selector)}/click`, {}));
  readonly type = async (selector: string, text: string) =>
    void (await send(`${await this.#find(selector)}/value`, { text }));
  readonly stop = async () =>
    void (await fetch(this.#session, { method: 'DELETE', signal: AbortSignal.timeout(DEADLINE) }));

  async #find(selector: string): Promise<string> {
    const found = (await send(`${this.#session}/element`, {
      using: 'css selector',
      value: selector,
    })) as Record<string, string>;
    return `${this.#session}/element/${found[ELEMENT] ?? ''}`;
  }
}

async function send(address: string, body: object): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(DEADLINE),
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
  return value;
}

async function untilListening(origin: string): Promise<void> {
  const end = Date.now() + DEADLINE;
  while (!(await fetch(`${origin}/status`).catch(() => null))?.ok) {
    if (Date.now() > end) throw new Error(`Nothing listens at ${origin}`);
    await wait(50);
  }
}
