/** @jest-environment ./testing/browser-environment.ts */
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from '@jest/globals';
import type { ModuleProps, ZoneId } from '@vidlunnia/contracts';
import { deferred, fakeApi, fakeLoader, fakeServices } from '../../testing/islands';
import { CALLS, MODULES } from '../../testing/site-modules';
import { IslandStore } from '../islands/island-store';
import { PageServicesProvider } from '../islands/page-services';
import { pageAt } from '../pages/pages';
import { zoneId } from '../pages/zones';
import { PageContent } from './page-content';
import { openPage } from './routes';

const OPENINGS = zoneId('outside', 'Openings');
const Section = ({ id }: ModuleProps<ZoneId>) => <section id={id}>Відкриття</section>;
const placeOf = () => document.querySelector('[data-island="home/Vacancies"] + [data-island]');

/** Shows the home page as the browser makes it. */
function show() {
  const module = deferred<{ default: typeof Section }>();
  const { loader } = fakeLoader({ ...MODULES, [OPENINGS]: () => module.promise });
  const zones = [{ id: OPENINGS, page: 'home', after: 'vacancies' } as const];
  const store = new IslandStore({
    loader,
    api: fakeApi(CALLS),
    zones,
    dataDeadline: 50,
    log: () => undefined,
  });
  const services = { ...fakeServices({}).services, store };
  openPage('/', store, null);
  render(
    <PageServicesProvider value={services}>
      <PageContent page={pageAt('/')} />
    </PageServicesProvider>,
  );
  return module;
}

test('a zone takes no room on its way, and stands behind its section when it is there', async () => {
  const module = show();
  expect(placeOf()).toHaveAttribute('data-island', OPENINGS);
  expect(placeOf()).toBeEmptyDOMElement();
  module.resolve({ default: Section });
  expect(await screen.findByText('Відкриття')).toHaveAttribute('id', 'zone-outside-openings');
});

test('one that fails leaves nothing in its place, and all else there', async () => {
  show().reject(new Error('gone'));
  await waitFor(() => {
    expect(document.querySelector('#application-form')).toBeVisible();
  });
  expect(placeOf()).toBeEmptyDOMElement();
  expect(screen.queryByRole('button', { name: 'Спробувати ще раз' })).not.toBeInTheDocument();
});
