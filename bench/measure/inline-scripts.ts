import { brotliCompressSync } from 'node:zlib';

/** Bytes of the scripts in a page's document after brotli; data are none. */
export async function inlineScripts(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  return brotliCompressSync(scripts.join('\n')).length;
}
