export { PageFallback } from './page-fallback';
export { IslandFallback, type IslandFallbackProps } from './island-fallback';
export { IslandLoading, type IslandLoadingProps } from './island-loading';
export { PostLoading } from './post-loading';
