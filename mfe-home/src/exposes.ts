import type { RemoteModules } from '@vidlunnia/contracts';
import * as About from './about';
import * as Contact from './contact';
import * as Hero from './hero';
import * as Reasons from './reasons';
import * as Services from './services';
import * as Team from './team';
import * as Vacancies from './vacancies';

/** All that this remote exposes, checked against its contracts. */
export const exposes = {
  Hero,
  About,
  Services,
  Reasons,
  Team,
  Vacancies,
  Contact,
} satisfies RemoteModules<'home'>;
