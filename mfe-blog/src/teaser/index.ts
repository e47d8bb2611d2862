export { loadTeaser as load } from './load-teaser';
export { Teaser as default } from './teaser';
