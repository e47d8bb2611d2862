import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandFailureKind, ReleaseReport } from '@vidlunnia/contracts/release-report';
import { isZoneId, type Zone } from '../../src/pages/zones';
import { remoteOf } from '../../src/remotes/release-set';
import type { IslandReport } from '../../src/reports/island-reports';

export interface IslandFigure {
  readonly remote: string;
  readonly version: string;
  readonly island: ModuleId;
  readonly kind: IslandFailureKind;
  readonly count: number;
}

export type IslandReports = ReturnType<typeof createIslandReports>;

/**
 * Counts what browsers report of islands. `known` are the remotes' releases that may be reported, `zones` the zones, and no
 * others.
 */
export function createIslandReports(
  known: () => ReleaseReport['remotes'],
  zones: () => readonly Zone[] = () => [],
) {
  let figures: readonly IslandFigure[] = [];

  const isKnown = (remote: string, version: string) => {
    const { live = null, previous = [] } = known()[remote] ?? {};
    return [live, ...previous].some((release) => release?.version === version);
  };

  return {
    add: ({ island, version, kind }: IslandReport): void => {
      const remote = remoteOf(island);
      if (!isKnown(remote, version)) return;
      if (isZoneId(island) && !zones().some(({ id }) => id === island)) return;
      const isSame = (figure: IslandFigure) =>
        figure.island === island && figure.version === version && figure.kind === kind;
      const count = (figures.find(isSame)?.count ?? 0) + 1;
      // Those of forgotten releases go, so that there are never many.
      const others = figures.filter((figure) => !isSame(figure) && isKnown(figure.remote, figure.version));
      figures = [...others, { remote, version, island, kind, count }];
    },
    figures: () => figures,
    /** Of a release: how many islands failed, by how. */
    failuresOf: (remote: string, version: string): Record<string, number> => {
      const failures: Record<string, number> = {};
      for (const figure of figures) {
        if (figure.remote !== remote || figure.version !== version) continue;
        failures[figure.kind] = (failures[figure.kind] ?? 0) + figure.count;
      }
      return failures;
    },
  };
}
