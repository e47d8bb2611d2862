export { PageFallback } from './page-fallback';
export { PartFallback, type PartFallbackProps } from './part-fallback';
export { PartLoading, type PartLoadingProps } from './part-loading';
export { PostLoading } from './post-loading';
