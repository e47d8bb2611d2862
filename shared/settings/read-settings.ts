import { messageOf } from './errors';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's text; an empty variable counts as unset. */
export const valueOf = (name: string, environment: Environment): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** An environment variable and how its text is read. docs/settings.md describes it. */
export interface Setting<Value> {
  readonly name: string;
  /** Its value when the variable is unset or empty. */
  readonly fallback: Value;
  /** Describes the values that are allowed, for error messages. */
  readonly rule: string;
  /** The text's value; `undefined` when it breaks the rule. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether messages must not repeat the text: it may contain a password. */
  readonly secret: boolean;
}

/** Lists all problems of the environment in one message. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not right:\n- ${problems.join('\n- ')}`);
    this.name = 'EnvironmentError';
  }
}

/** Returns a setting's value. */
export type Get = <Value>(setting: Setting<Value>) => Value;

/** Reads settings one by one. Throws, naming the variable, when a text breaks its rule. */
export const getter =
  (environment: Environment): Get =>
  ({ name, fallback, rule, parse, secret }) => {
    const text = valueOf(name, environment);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new Error(`${name} ${secret ? '' : `is “${text}”; it `}has to be ${rule}`);
  };

/** Collects problems: a setting that breaks its rule has its fallback until the end. */
export interface SettingsReader {
  readonly get: Get;
  /** For problems of several settings together. */
  readonly reject: (problem: string) => void;
}

/** Reads settings by `readAll`. Throws one `EnvironmentError` with all problems. */
export function readSettings<Values>(
  environment: Environment,
  readAll: (reader: SettingsReader) => Values,
): Values {
  const problems = new Set<string>();
  const getOrThrow = getter(environment);
  const values = readAll({
    get: (setting) => {
      try {
        return getOrThrow(setting);
      } catch (error) {
        problems.add(messageOf(error));
        return setting.fallback;
      }
    },
    reject: (problem) => void problems.add(problem),
  });
  if (problems.size > 0) throw new EnvironmentError([...problems]);
  return values;
}
