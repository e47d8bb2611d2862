export { loadPost as load } from './load-post';
export { Post as default } from './post';
export { postHead as head } from './post-head';
