import type { Page, SiteFrame } from '../site';
import { PageHeadTags } from './islands/fallbacks';
import { Island, usePageServices } from './islands/island';
import { modulesOf } from './modules';

/** The page's content: what the site itself shows, and the islands. */
export function PageMain({ page, Content }: { readonly page: Page } & Pick<SiteFrame, 'Content'>) {
  const { site, store } = usePageServices();
  const ids = modulesOf(site, page, store.zones).filter((id) => !site.modules[id]?.within);
  return (
    <main id="main" tabIndex={-1}>
      {/* The island of a page with parameters sets the head. */}
      {!page.params && <PageHeadTags head={site.headOf(page)} />}
      <Content page={page} />
      {ids.map((id) => (
        <Island key={id + site.addressOf(page)} id={id} params={page.params ?? {}} />
      ))}
    </main>
  );
}
