import { styleText } from 'node:util';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const ERROR = 50;

/** A log entry of a server: one JSON object per line (pino). */
interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Fields that are shown in another way or only useful to programs. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'reqId', 'times']);

/**
 * Formats a line from a part of the site for people: time, part, level, message. Errors are red if the terminal has
 * colours and NO_COLOR is unset. A line that is not a log entry is unchanged.
 */
export function logLine(part: string, line: string): string {
  const entry = parse(line);
  if (!entry) return `[${part}] ${line}`;
  const { level, time, msg = '', err: { message = '', stack = '' } = {} } = entry;
  const sentence = msg.includes(message) ? msg : `${msg}: ${message}`;
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && typeof value !== 'object')
    .map(([name, value]) => ` ${name}=${String(value)}`);
  const name = LEVELS[level / 10 - 1] ?? String(level);
  const head = `${new Date(time).toTimeString().slice(0, 8)} [${part}] ${name}: ${sentence}${fields.join('')}`;
  const frames = stack.split('\n').filter((frame) => /^\s+at /.test(frame));
  const text = [head, ...frames].join('\n');
  return level >= ERROR ? styleText('red', text, { stream: process.stdout }) : text;
}

function parse(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.level === 'number' && typeof entry.time === 'number' ? (entry as Entry) : null;
  } catch {
    return null;
  }
}
