import type { Page, SitePages } from '../site';

/** An address without a page. */
export const UNKNOWN_ADDRESS = '/-/unknown';

/** A section that the operator's list of remotes puts on a page. */
export interface Zone {
  readonly id: string;
  /** Kind of its page. */
  readonly page: string;
  /** Element of the module before it. Several zones after one module keep the order of the list. */
  readonly after: string;
}

/** Id of a remote's section for a zone. */
export const zoneId = (remote: string, module: string): string => `${remote}/zone/${module}`;

export const isZoneId = (id: string): boolean => /^[a-z0-9]+\/zone\/[A-Z]\w*$/.test(id);

/** Id of a zone's element: a unique prefix for element ids. */
export const zoneElement = (id: string): string => `zone-${id.replace('/zone/', '-')}`.toLowerCase();

/** The remote of a module: `news` for `news/Story` and `news/zone/Prices`. */
export const remoteOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** The name under which its remote exposes a module. */
export const moduleOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Id of a module's element. */
export const elementOf = ({ modules }: Pick<SitePages, 'modules'>, id: string): string =>
  modules[id]?.element ?? zoneElement(id);

/** Ids of a page's modules in order; each module's zones follow it. */
export const modulesOf = (
  { modules }: Pick<SitePages, 'modules'>,
  { kind }: Page,
  zones: readonly Zone[],
): readonly string[] =>
  Object.entries(modules)
    .filter(([, { page }]) => page === kind)
    .flatMap(([id, { element }]) => [
      id,
      ...zones.filter(({ page, after }) => page === kind && after === element).map((zone) => zone.id),
    ]);
