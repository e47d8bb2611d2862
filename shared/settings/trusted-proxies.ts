import { isIP, isIPv6 } from 'node:net';

const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a text lists proxies by well-known names, addresses or ranges, separated by commas. */
export function isTrustedProxyList(text: string): boolean {
  return text.split(',').every((entry) => NAMES.includes(entry.trim()) || isRange(entry.trim()));
}

function isRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
}
