import { HomeHeader, useCurrentSection } from '../header';
import { PageHeadTags } from '../app/page-head';
import { PageFrame } from '../app/page-frame';
import { usePartServices } from '../parts/part-services';
import { RemotePart } from '../parts/remote-part';
import { CONTACT_DETAILS } from '../site';
import { HOME_HEAD } from './page-heads';
import { NO_PARAMS } from './pages';

/** `/`: every section of the specification's section 2, in its order. */
export function HomePage() {
  return (
    <PageFrame header={<HomePageHeader />}>
      <PageHeadTags head={HOME_HEAD} />
      <Sections />
    </PageFrame>
  );
}

/** Apart from the sections, so that scrolling renders the header alone. */
function HomePageHeader() {
  return <HomeHeader currentSection={useCurrentSection()} />;
}

function Sections() {
  const { api } = usePartServices();
  const forms = { api, details: CONTACT_DETAILS };
  return (
    <>
      <RemotePart id="home/Hero" section="hero" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/About" section="about" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Services" section="services" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Reasons" section="reasons" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Team" section="team" params={NO_PARAMS} props={{}} />
      <RemotePart
        id="home/Vacancies"
        section="vacancies"
        params={NO_PARAMS}
        props={{
          form: (slot) => (
            <RemotePart id="forms/ApplicationForm" params={NO_PARAMS} props={{ ...forms, ...slot }} />
          ),
        }}
      />
      <RemotePart id="blog/Teaser" section="blog" params={NO_PARAMS} props={{}} />
      <RemotePart
        id="home/Contact"
        section="contact"
        params={NO_PARAMS}
        props={{
          details: CONTACT_DETAILS,
          form: <RemotePart id="forms/ContactForm" params={NO_PARAMS} props={forms} />,
        }}
      />
    </>
  );
}
