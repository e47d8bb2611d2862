import type { RemoteModules } from '@vidlunnia/contracts';
import * as About from './about';
import * as Contact from './contact';
import * as Hero from './hero';
import * as Reasons from './reasons';
import * as Services from './services';
import * as Team from './team';
import * as Vacancies from './vacancies';

/** All modules of this remote, checked against the contract. */
export const exposes = {
  Hero,
  About,
  Services,
  Reasons,
  Team,
  Vacancies,
  Contact,
} satisfies RemoteModules<'home'>;
