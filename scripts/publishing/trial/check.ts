import { setTimeout as pause } from 'node:timers/promises';

/** Throws, with all of the text, when it lacks a part. */
export function expectIn(text: string, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) {
    if (typeof part === 'string' ? text.includes(part) : part.test(text)) continue;
    throw new Error(`“${String(part)}” is missing in:\n${text}`);
  }
}

/** Resolves when a document that the server gives contains a text. Rejects after `deadline` milliseconds. */
export async function untilServed(url: string, part: string, deadline: number): Promise<string> {
  const end = Date.now() + deadline;
  for (;;) {
    const html = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then((answer) => answer.text());
    if (html.includes(part)) return html;
    if (Date.now() > end) throw new Error(`${url} does not contain “${part}” after ${String(deadline)} ms`);
    await pause(50);
  }
}
