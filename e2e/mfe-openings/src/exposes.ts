import type { ZoneModules } from '@vidlunnia/shared/contracts';
import * as Openings from './openings';

export const exposes = { Openings } satisfies ZoneModules;
