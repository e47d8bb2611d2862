export { HomeHeader } from './home-header';
export { PostHeader } from './post-header';
export { SkipLink } from './skip-link';
export { useCurrentSection } from './use-current-section';
