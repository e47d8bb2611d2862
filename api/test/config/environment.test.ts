import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { readEnvironment } from '../../src/config/environment';

const folder = temporaryFolder();
/** A file with this text. */
const secret = (text: string) => {
  const file = join(folder, Buffer.from(text).toString('hex'));
  writeFileSync(file, text);
  return file;
};

test('without variables the defaults are used', () => {
  expect(readEnvironment({})).toEqual({
    port: 4000,
    drafts: false,
    host: '127.0.0.1',
    metricsPort: undefined,
    databaseUrl: undefined,
    dataDir: resolve(__dirname, '../../../.data'),
    contentDir: resolve(__dirname, '../../content'),
    inbox: { port: 4100, host: '127.0.0.1', token: undefined },
    logLevel: 'info',
    trustProxy: 'loopback,127.0.0.1',
    retentionMonths: 12,
    submissionsPerMinute: 10,
    requestsPerMinute: 6000,
  });
});

test.each([
  ['API_PORT', '65536', '4e3'],
  ['API_METRICS_PORT', '0'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true', '10.0.0.0/33'],
  ['SUBMISSIONS_PER_MINUTE', '0'],
  ['RETENTION_MONTHS', '-1'],
  ['REQUESTS_PER_MINUTE', 'many'],
  ['SMTP_URL', 'http://mail.example', 'smtp://'],
  ['MAIL_FROM', 'hello', 'Анна\r\nBcc: x <a@b.example>'],
  ['MAIL_TO', 'a@b, nobody'],
  ['MAIL_CONFIRMATION', 'yes'],
  ['DATABASE_PASSWORD_FILE', join(folder, 'none'), secret('\n')],
  ['INBOX_PORT', '65536'],
  ['INBOX_HOST', 'a b'],
  ['INBOX_TOKEN_FILE', join(folder, 'none'), secret('short')],
  ['WEBHOOK_URL', 'ftp://hooks.example'],
  ['WEBHOOK_SECRET', 'whsec_c2hvcnQ='],
  ['TELEGRAM_CHAT', 'our chat'],
  ['TELEGRAM_TOKEN_FILE', secret('token')],
  ['TELEGRAM_DETAILS', 'yes'],
  ['INBOX_URL', 'inbox'],
])('a wrong %s is rejected by name', (name, ...values) => {
  for (const value of values)
    expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`- ${name} [^]*has to be`));
});

const MAIL = { SMTP_URL: 'smtps://site@mail.example', MAIL_FROM: 'hello@vidlunnia.example' };
const from = MAIL.MAIL_FROM;
const to = ['a@b.example', 'Анна <c@d.example>'];
const key = `whsec_${Buffer.from('k'.repeat(24)).toString('base64')}`;
const webhook = { url: 'https://hooks.example/a', secret: key };
const token = `123456:${'a'.repeat(35)}`;
const telegram = { TELEGRAM_TOKEN_FILE: secret(`${token}\n`), TELEGRAM_CHAT: '-100123' };
const proxies = 'loopback, 10.0.0.0/8,fd00::/8,192.0.2.1';

test.each<[NodeJS.ProcessEnv, object]>([
  [{ NODE_ENV: 'development' }, { drafts: true }],
  [{ NODE_ENV: 'test' }, { drafts: false }],
  [{ TRUST_PROXY: proxies }, { trustProxy: proxies }],
  [{ API_PORT: '0' }, { port: 0 }],
  [{ MAIL_CONFIRMATION: 'off' }, { mail: undefined }],
  [
    { ...MAIL, MAIL_TO: to.join(', '), SMTP_PASSWORD_FILE: secret('p@ss/%\n') },
    { mail: { smtpUrl: 'smtps://site:p%40ss%2F%25@mail.example', from, to, confirmation: false } },
  ],
  [{ ...MAIL, MAIL_CONFIRMATION: 'on' }, { mail: { from, to: [], confirmation: true } }],
  [{ WEBHOOK_URL: webhook.url, WEBHOOK_SECRET: key }, { webhook }],
  [{ WEBHOOK_URL: webhook.url, WEBHOOK_SECRET_FILE: secret(`${key}\n`) }, { webhook }],
  [telegram, { telegram: { token, chat: '-100123', details: false, api: 'https://api.telegram.org' } }],
  [{ ...telegram, TELEGRAM_DETAILS: 'on' }, { telegram: { details: true } }],
])('%j means %j', (variables, expected) => {
  expect(readEnvironment(variables)).toMatchObject(expected);
});

test.each([
  ['smtps://site%40agency.example@mail.example', 'site@agency.example'],
  ['smtps://site@mail.example', 'c@d.example'],
  ['smtp://mail.example', 'c@d.example'],
  ['smtp://a%0D%0Ab%40c.example@mail.example', 'c@d.example'],
])('a server and one address are enough: by default, mails of %s come from %s', (SMTP_URL, address) => {
  const { mail } = readEnvironment({ SMTP_URL, MAIL_TO: 'Анна <c@d.example>, a@b.example' });
  expect(mail?.from).toBe(`Відлуння <${address}>`);
});

test('a password in a file is inserted into the address, with any characters', () => {
  const DATABASE_URL = 'postgres://site@db:5432/site?sslmode=require';
  const { databaseUrl } = readEnvironment({ DATABASE_URL, DATABASE_PASSWORD_FILE: secret('a%2F/@:ї#?\n') });
  expect(databaseUrl).toMatch(/^postgres:\/\/site:[^@/]+@db:5432\/site\?sslmode=require$/);
  expect(decodeURIComponent(new URL(databaseUrl ?? '').password)).toBe('a%2F/@:ї#?');
});

test.each([
  [{ SMTP_URL: MAIL.SMTP_URL, MAIL_CONFIRMATION: 'on' }, /SMTP_URL needs a sender: set MAIL_FROM/],
  [MAIL, /SMTP_URL needs a recipient/],
  [{ DATABASE_PASSWORD_FILE: secret('x') }, /- DATABASE_PASSWORD_FILE needs a DATABASE_URL/],
  [{ MAIL_TO: 'a@b' }, /MAIL_TO and MAIL_CONFIRMATION=on need an SMTP_URL/],
  [{ MAIL_CONFIRMATION: 'on' }, /need an SMTP_URL/],
  [{ WEBHOOK_URL: 'https://hooks.example' }, /WEBHOOK_URL needs a WEBHOOK_SECRET/],
  [{ WEBHOOK_SECRET: key }, /WEBHOOK_SECRET needs a WEBHOOK_URL/],
  [{ TELEGRAM_CHAT: '@staff' }, /TELEGRAM_CHAT needs a TELEGRAM_TOKEN_FILE/],
  [{ TELEGRAM_TOKEN_FILE: telegram.TELEGRAM_TOKEN_FILE }, /TELEGRAM_TOKEN_FILE needs a TELEGRAM_CHAT/],
  [{ TELEGRAM_DETAILS: 'on' }, /TELEGRAM_DETAILS=on needs a TELEGRAM_TOKEN_FILE/],
])('an incomplete setting is rejected: %j', (variables, problem) => {
  expect(() => readEnvironment(variables)).toThrow(problem);
});
