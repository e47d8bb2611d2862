import { until } from '@vidlunnia/remote-kit/process/until';

/** Throws, with all of the text, when it lacks a part. */
export function expectIn(text: string, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) {
    if (typeof part === 'string' ? text.includes(part) : part.test(text)) continue;
    throw new Error(`“${String(part)}” is missing in:\n${text}`);
  }
}

/** Resolves when a document that the server gives contains a text. Rejects after `deadline` milliseconds. */
export async function untilServed(url: string, part: string, deadline: number): Promise<string> {
  let html = '';
  const missing = async () => {
    html = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then((answer) => answer.text());
    return html.includes(part) ? null : `${url} does not contain “${part}”`;
  };
  await until(missing, { deadline });
  return html;
}
