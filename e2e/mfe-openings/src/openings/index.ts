export { loadOpenings as load, Openings as default } from './openings';

export const interactive = true;
