import type { ModuleId, SectionId, ZoneId } from '@vidlunnia/contracts';

/** A section that the operator's list of remotes puts on a page. */
export interface Zone {
  readonly id: ZoneId;
  readonly page: 'home';
  /** The section that it follows; several zones after one section are in the order of the list. */
  readonly after: SectionId;
}

/** Pattern of zone ids, as in their type. */
const ZONE_ID = /^[a-z0-9]+\/zone\/[A-Z]\w*$/;

/** Id of a remote's section for a zone. */
export const zoneId = (remote: string, module: string): ZoneId => `${remote}/zone/${module}`;

export const isZoneId = (id: ModuleId): id is ZoneId => ZONE_ID.test(id);

/** Id of the section's element; no other section's or form's id begins like it. */
export const elementOfZone = (id: ZoneId): string =>
  id.replace(/^(\w+)\/zone\/(\w+)$/, 'zone-$1-$2').toLowerCase();
