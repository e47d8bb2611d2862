import type { VariableReader } from './variable-reader';

/**
 * `DATABASE_URL`, with the password of `DATABASE_PASSWORD_FILE` where that is set; `undefined` when no PostgreSQL is
 * named.
 */
export function readDatabaseUrl(reader: VariableReader): string | undefined {
  const text = reader.checked(
    'DATABASE_URL',
    '',
    isPostgresUrl,
    'must be a URL that begins with postgres:// or postgresql://',
  );
  const password = reader.secret('DATABASE_PASSWORD_FILE');
  if (password === undefined) return text || undefined;
  // Without an address the embedded database would be taken, and nobody who sets a password wants that.
  if (text === '') reader.reject('DATABASE_PASSWORD_FILE', 'must stand beside a DATABASE_URL');
  return URL.canParse(text) ? withPassword(text, password) : undefined;
}

function withPassword(text: string, password: string): string {
  const url = new URL(text);
  // The setter leaves percent signs as they are.
  url.password = encodeURIComponent(password);
  return url.href;
}

function isPostgresUrl(text: string): boolean {
  return text === '' || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
}
