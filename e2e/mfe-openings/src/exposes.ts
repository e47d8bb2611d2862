import type { ZoneModules } from '@vidlunnia/contracts';
import * as Openings from './openings';

export const exposes = { Openings } satisfies ZoneModules;
