export { archiveHead as head } from './archive-head';
export { Archive as default } from './archive';
export { loadArchive as load } from './load-archive';
