import type { IncomingHttpHeaders } from 'node:http';

/** What one rule makes of a response that came by TLS: the points that it adds or takes away, and why. */
export interface Judgement {
  readonly rule: string;
  readonly points: number;
  readonly why: string;
}

export interface Observation {
  readonly headers: IncomingHttpHeaders;
  /** The document, where the response is one. */
  readonly html?: string;
}

const BASE = 100;
/** Points are added only to what loses no more than ten. */
const LEAST_FOR_EXTRA = 90;
/** Six months, as the Observatory counts them, in seconds. */
const SIX_MONTHS = 15_552_000;

type Rule = (observation: Observation) => readonly [points: number, why: string];

const header = ({ headers }: Observation, name: string) => String(headers[name] ?? '').toLowerCase();

/** The policy's directives; a repeated one makes it invalid, as the Observatory has it. */
function directivesOf(observation: Observation): Map<string, readonly string[]> | null {
  const directives = new Map<string, readonly string[]>();
  for (const text of header(observation, 'content-security-policy').split(';')) {
    const [name = '', ...sources] = text.trim().split(/\s+/);
    if (name === '') continue;
    if (directives.has(name)) return null;
    directives.set(name, sources);
  }
  return directives;
}

const BROAD = /^(?:ftp:|https?:|\*|https?:\/\/\*(?:\.\*)?)$/;
const INLINE = /^(?:'unsafe-inline'|data:)$/;

const policy: Rule = (observation) => {
  const directives = directivesOf(observation);
  if (!directives) return [-25, 'the policy cannot be read'];
  if (directives.size === 0) return [-25, 'there is no policy'];
  const sources = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const scripts = sources('script-src');
  const styles = sources('style-src');
  if (
    scripts.some((source) => BROAD.test(source) || INLINE.test(source)) ||
    sources('object-src').some((source) => BROAD.test(source))
  )
    return [-20, 'scripts from anywhere'];
  const passive = [...sources('img-src'), ...sources('media-src')];
  const active = [...directives]
    .filter(([name]) => name !== 'img-src' && name !== 'media-src')
    .flatMap(([, of]) => of);
  if (active.some((source) => /^(?:http|ftp):/.test(source))) return [-20, 'scripts without TLS'];
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return [-10, 'code made of text'];
  if (passive.some((source) => /^(?:http|ftp):/.test(source))) return [-10, 'images without TLS'];
  if (styles.some((source) => BROAD.test(source) || INLINE.test(source))) return [0, 'styles from anywhere'];
  return directives.get('default-src')?.join(' ') === "'none'"
    ? [10, 'nothing but what is named']
    : [5, 'nothing unsafe'];
};

const framing: Rule = (observation) => {
  if (directivesOf(observation)?.has('frame-ancestors')) return [5, 'by the policy'];
  const value = header(observation, 'x-frame-options');
  return /^(?:deny|sameorigin)$/.test(value) ? [5, value] : [-20, 'anybody may frame it'];
};

const transport: Rule = (observation) => {
  const age = /(?:^|;)\s*max-age=(\d+)/.exec(header(observation, 'strict-transport-security'))?.[1];
  if (age === undefined) return [-20, 'no Strict-Transport-Security'];
  return Number(age) < SIX_MONTHS ? [-10, 'for less than six months'] : [0, 'for six months or more'];
};

const referrer: Rule = (observation) => {
  const value = header(observation, 'referrer-policy');
  if (value === '') return [0, 'none'];
  return /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value)
    ? [5, value]
    : [-5, value];
};

const sniffing: Rule = (observation) =>
  header(observation, 'x-content-type-options') === 'nosniff'
    ? [0, 'nosniff']
    : [-5, 'the type may be guessed'];

/** A header with known values, each worth points. */
const valued =
  (name: string, values: Readonly<Record<string, number>>): Rule =>
  (observation) => {
    const value = header(observation, name);
    return value === '' ? [0, 'none'] : [values[value] ?? -5, value];
  };

/** Scripts of the page's own site lose nothing without a hash; with one the page gains. */
const integrity: Rule = ({ html = '' }) => {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)];
  if (scripts.some(([, src = '']) => /^(?:https?:)?\/\//.test(src))) return [-50, 'scripts of another site'];
  return scripts.some(([tag]) => tag.includes(' integrity='))
    ? [5, 'hashes']
    : [0, 'own scripts only, or none'];
};

const cookies: Rule = ({ headers }) => {
  const set = headers['set-cookie'] ?? [];
  if (set.length === 0) return [0, 'none'];
  return set.every(
    (cookie) =>
      /;\s*secure/i.test(cookie) &&
      /;\s*httponly/i.test(cookie) &&
      /;\s*samesite=(?:lax|strict)/i.test(cookie),
  )
    ? [5, 'guarded']
    : [-40, 'not guarded'];
};

const sharing: Rule = ({ headers }) =>
  headers['access-control-allow-credentials'] === 'true'
    ? [-50, 'with credentials']
    : [0, 'without credentials'];

const RULES: Readonly<Record<string, Rule>> = {
  'content-security-policy': policy,
  'x-frame-options': framing,
  'strict-transport-security': transport,
  'referrer-policy': referrer,
  'x-content-type-options': sniffing,
  'cross-origin-resource-policy': valued('cross-origin-resource-policy', {
    'same-origin': 10,
    'same-site': 10,
    'cross-origin': 0,
  }),
  'cross-origin-opener-policy': valued('cross-origin-opener-policy', {
    'same-origin': 10,
    'same-origin-allow-popups': 10,
    'noopener-allow-popups': 10,
    'unsafe-none': 0,
  }),
  'cross-origin-embedder-policy': valued('cross-origin-embedder-policy', {
    'require-corp': 10,
    credentialless: 10,
    'unsafe-none': 0,
  }),
  'subresource-integrity': integrity,
  cookies,
  'cross-origin-resource-sharing': sharing,
};

/**
 * The score that Mozilla's Observatory would give a response, by the rules of mdn/mdn-http-observatory 1.6.3
 * (`src/grader/charts.js`, `src/analyzer/tests`). How plain HTTP is redirected is a matter of who terminates TLS and is
 * not judged; nor is whether the name is preloaded.
 */
export function observatoryScore(observation: Observation): {
  readonly score: number;
  readonly judgements: readonly Judgement[];
} {
  const judgements = Object.entries(RULES).map(([rule, judge]) => {
    const [points, why] = judge(observation);
    return { rule, points, why };
  });
  const sum = (of: readonly Judgement[]) => of.reduce((total, { points }) => total + points, BASE);
  const without = sum(judgements.filter(({ points }) => points < 0));
  return { score: without < LEAST_FOR_EXTRA ? Math.max(without, 0) : sum(judgements), judgements };
}
