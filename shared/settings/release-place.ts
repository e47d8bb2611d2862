/** The value of `RELEASE_TARGET`. Each team has its own folder below it. */
export type ReleasePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `prefix` is empty or ends with a slash. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

export const RELEASE_PLACE_RULE = 'a folder, or s3://bucket/prefix';

/** `undefined` when the text is neither. */
export function parseReleasePlace(text: string): ReleasePlace | undefined {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', folder: text };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || !url.hostname) return undefined;
  if (url.port || url.search || url.hash || url.username || url.password) return undefined;
  const prefix = url.pathname.split('/').filter(Boolean).join('/');
  return { kind: 's3', bucket: url.hostname, prefix: prefix && `${prefix}/` };
}
