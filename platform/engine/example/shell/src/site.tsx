import type { Site, SiteFrame } from '@vidlunnia/engine';
import { ANNOUNCER } from '@vidlunnia/engine/fallbacks';
import { pages } from './pages';
export const site: Site = {
  ...pages,
  propsOf: (id) => (id === 'menu/Menu' ? { greeting: 'Good morning' } : {}),
  Waiting: () => <p>Loading…</p>,
  Failed: ({ onRetry }) => <button onClick={onRetry}>Try again</button>,
  recovered: 'Loaded',
};
export const frame: SiteFrame = {
  Frame: ({ children }) => (
    <>
      <nav>
        <a href="/">Menu</a> <a href="/story">Story</a>
      </nav>
      {children}
      <p {...ANNOUNCER} />
    </>
  ),
  Content: ({ page }) => (page.kind === 'unknown' ? <h1>No such page</h1> : null),
};
