import { setTimeout as wait } from 'node:timers/promises';

/** A browser's window with one page, as a visitor has it. */
export interface Visitor {
  open(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON. It works without scripts of the page too. */
  read(expression: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** What the page has said of errors so far. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What a visitor's browser is set to. */
export interface Settings {
  readonly scripts: boolean;
  readonly dark: boolean;
  /** Of the window's inside, in pixels; no window of WebKit's is narrower than 450. */
  readonly width: number;
}

/** A browser of the machine. */
export interface Engine {
  /** Its name and version. */
  readonly name: string;
  /** Why its driver sees nothing of a page to which a page without scripts led; `null` when it does. */
  readonly lostWithoutScripts: string | null;
  start(settings: Settings): Promise<Visitor>;
  stop(): Promise<void>;
}

/** Why a browser cannot be tried here, and how it could. */
export class NoBrowser extends Error {}

/** Milliseconds for a state of the page to come. */
const DEADLINE = 15_000;

/** Waits until an expression in the page is true. Rejects with it and with what it was when that takes too long. */
export async function until(visitor: Visitor, expression: string): Promise<void> {
  const end = Date.now() + DEADLINE;
  for (;;) {
    const value = await visitor.read(expression).catch((error: unknown) => String(error));
    if (value === true) return;
    if (Date.now() > end) throw new Error(`never true: ${expression} (it was ${JSON.stringify(value)})`);
    await wait(100);
  }
}
