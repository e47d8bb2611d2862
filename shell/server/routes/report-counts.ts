import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandFailureKind } from '@vidlunnia/contracts/release-report';
import { isZoneId } from '../../src/pages/zones';
import { remoteOf } from '../../src/remotes/release-set';
import type { IslandReport } from '../../src/reports/island-reports';
import type { Site } from '../open-site';

/** What was counted, and how often. */
interface Counted<Labels> {
  readonly labels: Labels;
  readonly count: number;
}

function createTally<Labels extends Readonly<Record<string, string>>>() {
  const counts = new Map<string, Counted<Labels>>();
  return {
    add: (labels: Labels): void => {
      const key = Object.values(labels).join(' ');
      counts.set(key, { labels, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    keep: (isKept: (labels: Labels) => boolean): void => {
      for (const [key, { labels }] of counts) if (!isKept(labels)) counts.delete(key);
    },
    counts: (): readonly Counted<Labels>[] => [...counts.values()],
  };
}

interface IslandFailure extends Readonly<Record<string, string>> {
  readonly remote: string;
  readonly version: string;
  readonly island: ModuleId;
  readonly kind: IslandFailureKind;
}

export type IslandReports = ReturnType<typeof createIslandReports>;

/** Counts what browsers report of islands: of releases and zones that the site knows, and of no others. */
export function createIslandReports(site: Site) {
  const tally = createTally<IslandFailure>();

  const isKnown = ({ remote, version }: Pick<IslandFailure, 'remote' | 'version'>) => {
    const { live = null, previous = [] } = site.report().remotes[remote] ?? {};
    return [live, ...previous].some((release) => release?.version === version);
  };

  return {
    add: ({ island, version, kind }: IslandReport): void => {
      const failure = { remote: remoteOf(island), version, island, kind };
      if (!isKnown(failure)) return;
      if (isZoneId(island) && !site.live().releaseSet.zones.some(({ id }) => id === island)) return;
      // Those of forgotten releases go, so that there are never many.
      tally.keep(isKnown);
      tally.add(failure);
    },
    counts: tally.counts,
    /** Of a release: how many islands failed, by how. */
    failuresOf: (remote: string, version: string): Record<string, number> => {
      const failures: Record<string, number> = {};
      for (const { labels, count } of tally.counts()) {
        if (labels.remote !== remote || labels.version !== version) continue;
        failures[labels.kind] = (failures[labels.kind] ?? 0) + count;
      }
      return failures;
    },
  };
}

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

export type PolicyReports = ReturnType<typeof createPolicyReports>;

/**
 * Counts what browsers report that the Content-Security-Policy stopped, by directive and whose file did it: `shell`, a
 * remote's name, or `other`: the document itself, or what a browser was extended by.
 */
export function createPolicyReports(site: Pick<Site, 'report'>) {
  const tally = createTally<{ readonly directive: string; readonly source: string }>();

  const sourceOf = (file: string): string => {
    const pathname = URL.canParse(file) ? new URL(file).pathname : '';
    if (pathname.startsWith('/assets/')) return 'shell';
    const names = Object.keys(site.report().remotes);
    return names.find((name) => pathname.startsWith(`/remotes/${name}/`)) ?? 'other';
  };
  const add = (directive = '', file: string | null = '') => {
    tally.add({
      directive: DIRECTIVES.has(directive) ? directive : 'other',
      source: sourceOf(file ?? ''),
    });
  };

  return {
    /** Takes a message in either of the two forms; tells whether it was one. */
    add: (message: unknown): boolean => {
      if (Value.Check(OldReport, message)) {
        const report = message['csp-report'];
        // Older browsers put the sources behind the name.
        const [violated] = report['violated-directive']?.split(' ', 1) ?? [];
        add(report['effective-directive'] ?? violated, report['source-file']);
        return true;
      }
      if (!Array.isArray(message)) return false;
      // Other kinds may come along: the endpoint is the page's only one.
      const violations = message.filter((report): report is Static<typeof NewReport> =>
        Value.Check(NewReport, report),
      );
      for (const { body } of violations.slice(0, MOST_AT_ONCE)) add(body.effectiveDirective, body.sourceFile);
      return true;
    },
    counts: tally.counts,
  };
}
