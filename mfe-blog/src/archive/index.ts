export { Archive as default } from './archive';
export { archiveHead as head, loadArchive as load } from './post-archive';
