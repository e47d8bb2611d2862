import { styleText } from 'node:util';

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const ERROR = 50;

/** What servers write, a JSON object a line (pino). */
interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

/** Said otherwise, or only of use to programs. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'reqId', 'times']);

const red = (text: string) => styleText('red', text, { stream: process.stdout });

/**
 * A line that a part of the site has written, for people: time, part, level, sentence. An error is red where the
 * terminal shows colours and NO_COLOR does not forbid it. A line that is no log entry stays as it is.
 */
export function logLine(part: string, line: string, paint: (text: string) => string = red): string {
  const entry = parse(line);
  if (!entry) return `[${part}] ${line}`;
  const { level, time, msg = '', err: { message = '', stack = '' } = {} } = entry;
  const sentence = [msg, ...(msg.includes(message) ? [] : [message])].filter(Boolean).join(': ');
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && typeof value !== 'object')
    .map(([name, value]) => ` ${name}=${String(value)}`);
  const head = `${timeOf(time)} [${part}] ${LEVELS[level] ?? String(level)}: ${sentence}${fields.join('')}`;
  const frames = stack.split('\n').filter((frame) => /^\s+at /.test(frame));
  const text = [head, ...frames].join('\n');
  return level >= ERROR ? paint(text) : text;
}

const timeOf = (time: number) => new Date(time).toTimeString().slice(0, 8);

function parse(line: string): Entry | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry = JSON.parse(line) as Partial<Entry>;
    return typeof entry.level === 'number' && typeof entry.time === 'number' ? (entry as Entry) : null;
  } catch {
    return null;
  }
}
