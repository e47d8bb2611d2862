import { PageHeadTags } from '../document/page-head';
import { NotFoundPage } from '../not-found/not-found-page';
import { PrivacyPage } from '../privacy/privacy-page';
import { Island } from '../islands/island';
import { usePageServices } from '../islands/page-services';
import { addressOf, HEADS, NO_PARAMS, type Page } from '../pages/pages';
import { homeSections } from '../pages/page-table';

/** The content of `main`. */
export function PageContent({ page }: { readonly page: Page }) {
  const { retentionMonths, store } = usePageServices();
  switch (page.kind) {
    case 'home':
      return (
        <>
          <PageHeadTags head={HEADS.home} />
          {homeSections(store.zones).map((id) => (
            <Island key={id} id={id} params={NO_PARAMS} slot={NO_PARAMS} />
          ))}
        </>
      );
    case 'post':
      return <Island key={page.params.postId} id="blog/Post" params={page.params} slot={NO_PARAMS} />;
    case 'archive':
      return <Island key={addressOf(page)} id="blog/Archive" params={page.params} slot={NO_PARAMS} />;
    case 'privacy':
      return (
        <>
          <PageHeadTags head={HEADS.privacy} />
          <PrivacyPage retentionMonths={retentionMonths} />
        </>
      );
    case 'unknown':
      return (
        <>
          <PageHeadTags head={HEADS.unknown} />
          <NotFoundPage />
        </>
      );
  }
}
