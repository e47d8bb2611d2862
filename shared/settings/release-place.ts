/** The value of `RELEASE_TARGET`. Each team has its own folder below it. */
export type ReleasePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `prefix` is empty or ends with a slash. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }
  /** `address` has no slash at its end. */
  | { readonly kind: 'http'; readonly address: string };

export const RELEASE_PLACE_RULE =
  'a folder, s3://bucket/prefix or https://host/path; http:// on this machine alone';

/** `undefined` when the text is none of these. */
export function parseReleasePlace(text: string): ReleasePlace | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return { kind: 'folder', folder: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.search || url.hash || url.username || url.password || !url.hostname) return undefined;
  if (url.protocol === 's3:' && !url.port) {
    const prefix = url.pathname.split('/').filter(Boolean).join('/');
    return { kind: 's3', bucket: url.hostname, prefix: prefix && `${prefix}/` };
  }
  // A token goes with each request.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return { kind: 'http', address: url.href.replace(/\/+$/, '') };
}

const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
