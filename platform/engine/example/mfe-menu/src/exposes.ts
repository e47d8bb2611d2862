import * as Menu from './menu';
export const exposes = { Menu };
