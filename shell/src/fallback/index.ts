export { IslandFallback } from './island-fallback';
export { IslandLoading } from './island-loading';
