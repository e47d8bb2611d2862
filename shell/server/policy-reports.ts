import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Text = Type.Optional(Type.String());

/** Of one violation what is counted. All else in it, such as the page's whole address, may be personal. */
const NewReport = Type.Object({
  type: Type.Literal('csp-violation'),
  body: Type.Object({
    effectiveDirective: Type.String(),
    sourceFile: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});
const OldReport = Type.Object({
  'csp-report': Type.Object({
    'effective-directive': Text,
    'violated-directive': Text,
    'source-file': Text,
  }),
});

/** At most so many violations of one message are counted. */
const MOST_AT_ONCE = 20;

/** What the page's policy may stop; anything else is counted as one. */
const DIRECTIVES = new Set([
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr'],
  ...['img-src', 'font-src', 'connect-src', 'manifest-src', 'media-src', 'object-src', 'frame-src'],
  ...['worker-src', 'base-uri', 'form-action', 'require-trusted-types-for', 'trusted-types'],
]);

export interface PolicyFigure {
  readonly directive: string;
  /** Whose file did it: `shell`, a remote's name, or `other`: the document itself, or what a browser was extended by. */
  readonly source: string;
  readonly count: number;
}

export type PolicyReports = ReturnType<typeof createPolicyReports>;

/**
 * Counts what browsers report that the Content-Security-Policy stopped, by directive and whose file did it: the shell's, or
 * one of a remote whose name `remotes` gives.
 */
export function createPolicyReports(remotes: () => readonly string[]) {
  const figures = new Map<string, PolicyFigure>();

  const count = (directive = '', file: string | null = '') => {
    const labels = {
      directive: DIRECTIVES.has(directive) ? directive : 'other',
      source: sourceOf(file ?? '', remotes()),
    };
    const key = Object.values(labels).join(' ');
    figures.set(key, { ...labels, count: (figures.get(key)?.count ?? 0) + 1 });
  };

  return {
    /** Takes a message in either of the two forms; tells whether it was one. */
    add: (message: unknown): boolean => {
      if (Value.Check(OldReport, message)) {
        const report = message['csp-report'];
        // Older browsers put the sources behind the name.
        count(
          report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0],
          report['source-file'],
        );
        return true;
      }
      if (!Array.isArray(message)) return false;
      // Other kinds may come along: the endpoint is the page's only one.
      const violations = message.filter((report): report is Static<typeof NewReport> =>
        Value.Check(NewReport, report),
      );
      for (const { body } of violations.slice(0, MOST_AT_ONCE))
        count(body.effectiveDirective, body.sourceFile);
      return true;
    },
    figures: (): readonly PolicyFigure[] => [...figures.values()],
  };
}

function sourceOf(file: string, remotes: readonly string[]): string {
  const pathname = URL.canParse(file) ? new URL(file).pathname : '';
  if (pathname.startsWith('/assets/')) return 'shell';
  return remotes.find((name) => pathname.startsWith(`/remotes/${name}/`)) ?? 'other';
}
