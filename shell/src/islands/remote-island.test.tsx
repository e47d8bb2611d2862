import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Api, ModuleProps, RemoteModule } from '@vidlunnia/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { deferred, fakeServices, type Modules } from '../../testing/islands';
import { NO_PARAMS } from '../pages/pages';
import { RemoteError } from '../remotes/errors';
import { PageServicesProvider } from './page-services';
import { RemoteIsland } from './remote-island';

const announce = jest.fn<(text: string) => void>();
const log = jest.fn();

beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const section = (id: string) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no #${id}`);
  return within(element);
};
const RETRY = 'Спробувати ще раз';
const pressRetry = async () => userEvent.click(await screen.findByRole('button', { name: RETRY }));

async function show(children: ReactNode, modules: Modules, calls: Partial<Api> = {}) {
  const { services: given, asked } = fakeServices(modules, { calls, log, announce });
  const page = (content: ReactNode) => (
    <StrictMode>
      <PageServicesProvider value={given}>{content}</PageServicesProvider>
    </StrictMode>
  );
  const { rerender } = render(page(null), { onCaughtError: () => undefined });
  const put = (content: ReactNode) =>
    act(async () => {
      rerender(page(content));
      await Promise.resolve();
    });
  await put(children);
  return Object.assign(asked, { put });
}

const team = <RemoteIsland id="home/Team" params={NO_PARAMS} slot={NO_PARAMS} />;
const about = <RemoteIsland id="home/About" params={NO_PARAMS} slot={NO_PARAMS} />;
const services = <RemoteIsland id="home/Services" params={NO_PARAMS} slot={NO_PARAMS} />;
const there = <Id extends 'home/Team' | 'home/About'>(text: string): RemoteModule<Id> => ({
  default: () => (
    <section id={text}>
      <h2>{text}</h2>
    </section>
  ),
});
const crash = (): never => {
  throw new Error('render');
};
const failed = () => Promise.reject(new RemoteError('404'));

describe('an island on its way', () => {
  test('has its place held under its section’s id', async () => {
    await show(team, { 'home/Team': () => new Promise(() => undefined) });
    expect(section('team').getByText('Завантажуємо…')).toBeInTheDocument();
  });

  test('without a section of its own has its place held without an id', async () => {
    const form = <RemoteIsland id="forms/ContactForm" params={NO_PARAMS} slot={NO_PARAMS} />;
    await show(form, { 'forms/ContactForm': () => new Promise(() => undefined) });
    expect(screen.getByText('Завантажуємо…')).toBeInTheDocument();
    expect(document.querySelector('section')).not.toBeInTheDocument();
  });

  test('is not shown before its data are there', async () => {
    const data = deferred<[]>();
    const module = { default: () => <h2>Послуги</h2>, load: () => data.promise };
    await show(services, { 'home/Services': () => Promise.resolve(module) });
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await act(async () => {
      data.resolve([]);
      await data.promise;
    });
    expect(screen.getByRole('heading', { name: 'Послуги' })).toBeInTheDocument();
  });
});

describe('an island that is there', () => {
  test('stands alone: its place and the section’s id are its own', async () => {
    await show(team, { 'home/Team': () => Promise.resolve(there('team')) });
    expect(section('team').getByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(screen.queryByText('Завантажуємо…')).not.toBeInTheDocument();
    expect(document.querySelectorAll('#team')).toHaveLength(1);
  });

  test('is given its data and the page’s props', async () => {
    const Services = ({ data }: ModuleProps<'home/Services'>) => <h2>{data?.map(({ title }) => title)}</h2>;
    const smm = { title: 'SMM', description: '', icon_url: '', features: [] };
    const module: RemoteModule<'home/Services'> = { default: Services, load: (_, { api }) => api.services() };
    await show(
      services,
      { 'home/Services': () => Promise.resolve(module) },
      { services: () => Promise.resolve([smm]) },
    );
    expect(screen.getByRole('heading', { name: 'SMM' })).toBeInTheDocument();
  });

  test('whose data failed is shown without them; only the log knows (specification, section 8)', async () => {
    const Services = ({ data }: ModuleProps<'home/Services'>) => <h2>{data === null ? 'порожньо' : 'є'}</h2>;
    const module = { default: Services, load: () => Promise.reject(new Error('offline')) };
    await show(services, { 'home/Services': () => Promise.resolve(module) });
    expect(screen.getByRole('heading', { name: 'порожньо' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(log.mock.calls).toEqual([['home/Services could not be loaded', new Error('offline')]]);
  });

  test('sets the head of the page that it makes', async () => {
    document.head.innerHTML = '<title>Відлуння</title><meta name="description" content="">';
    const head = () => ({ title: 'Про луну', description: 'Як вона гукає' });
    const module = {
      default: () => <h1>Про луну</h1>,
      head,
      load: () => Promise.reject(new Error('offline')),
    };
    await show(<RemoteIsland id="blog/Post" params={{ postId: '1' }} slot={NO_PARAMS} />, {
      'blog/Post': () => Promise.resolve(module),
    });
    expect(document.title).toBe('Про луну');
    expect(document.querySelector('meta[name=description]')).toHaveAttribute('content', 'Як вона гукає');
  });
});

describe('an island that failed', () => {
  const modules: Modules = { 'home/Team': failed, 'home/About': () => Promise.resolve(there('about')) };

  test('says so in its place, with a way to try again; its siblings are untouched', async () => {
    await show([about, team], modules);
    expect(section('team').getByText(/Цей розділ не завантажився/)).toBeInTheDocument();
    expect(section('team').getByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(section('about').getByRole('heading', { name: 'about' })).toBeInTheDocument();
    expect(announce).not.toHaveBeenCalled();
  });

  test('in the slot of another leaves the one around it', async () => {
    const contact = <RemoteIsland id="home/Contact" params={NO_PARAMS} slot={NO_PARAMS} />;
    const Contact = ({ form }: ModuleProps<'home/Contact'>) => (
      <section id="contact">
        <h2>Контакти</h2>
        {form}
      </section>
    );
    await show(contact, {
      'home/Contact': () => Promise.resolve({ default: Contact }),
      'forms/ContactForm': failed,
    });
    expect(section('contact').getByRole('heading', { name: 'Контакти' })).toBeInTheDocument();
    expect(section('contact').getByText(/Форма не завантажилася/)).toBeInTheDocument();
  });

  test('says that it is tried again, and keeps its words until that is settled', async () => {
    const second = deferred<RemoteModule<'home/Team'>>();
    await show(team, { 'home/Team': (plan) => (plan === 'first' ? failed() : second.promise) });
    await pressRetry();
    const button = section('team').getByRole('button', { name: 'Пробуємо ще раз…' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(section('team').getByText(/Цей розділ не завантажився/)).toBeInTheDocument();
  });

  test('recovers at a second attempt, and that is announced', async () => {
    const asked = await show(team, {
      'home/Team': (plan) => (plan === 'first' ? failed() : Promise.resolve(there('team'))),
    });
    await pressRetry();
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(announce.mock.calls).toEqual([['Розділ завантажено']]);
    expect(asked.mock.calls).toEqual([
      ['home/Team', 'first'],
      ['home/Team', 'again'],
    ]);
  });

  test('and fails again can be tried again, and nothing is announced', async () => {
    const asked = await show(team, { 'home/Team': failed });
    await pressRetry();
    await pressRetry();
    expect(await screen.findByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(asked.mock.calls.map(([, plan]) => plan)).toEqual(['first', 'again', 'again']);
    expect(announce).not.toHaveBeenCalled();
  });

  test('keeps the focus on its button when it fails again', async () => {
    await show(team, { 'home/Team': failed });
    await pressRetry();
    expect(await screen.findByRole('button', { name: RETRY })).toHaveFocus();
  });
});

describe('a component that crashes', () => {
  test('stays in its boundary', async () => {
    await show([about, team], {
      'home/Team': () => Promise.resolve({ default: crash }),
      'home/About': () => Promise.resolve(there('about')),
    });
    expect(section('team').getByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(section('about').getByRole('heading', { name: 'about' })).toBeInTheDocument();
  });

  test('is replaced when a second attempt brings a better one', async () => {
    await show(team, {
      'home/Team': (plan) => Promise.resolve(plan === 'again' ? there('team') : { default: crash }),
    });
    await pressRetry();
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
  });

  test('as it is mounted gives way to the release before, which is not announced', async () => {
    const asked = await show([about, team], {
      'home/Team': (plan) => Promise.resolve(plan === 'fallback' ? there('team') : { default: crash }),
      'home/About': () => Promise.resolve(there('about')),
    });
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(asked.mock.calls.map(([, plan]) => plan)).toEqual(['first', 'first', 'fallback']);
    expect(announce).not.toHaveBeenCalled();
  });

  test('in an effect of its mounting gives way too', async () => {
    const CrashLater = () => {
      useEffect(crash, []);
      return <h2>ще ні</h2>;
    };
    await show(team, {
      'home/Team': (plan) => Promise.resolve(plan === 'fallback' ? there('team') : { default: CrashLater }),
    });
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
  });

  test('after it was there falls to its words: the visitor sees that something happened', async () => {
    const Fragile = () => {
      const [broken, breakIt] = useState(false);
      if (broken) crash();
      return (
        <button
          onClick={() => {
            breakIt(true);
          }}
        >
          Зламати
        </button>
      );
    };
    const asked = await show(team, { 'home/Team': () => Promise.resolve({ default: Fragile }) });
    await new Promise((resolve) => setTimeout(resolve, 0));
    await userEvent.click(screen.getByRole('button', { name: 'Зламати' }));
    expect(await screen.findByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('in the release before too falls to its words', async () => {
    const asked = await show(team, { 'home/Team': () => Promise.resolve({ default: crash }) });
    expect(await screen.findByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(asked.mock.calls.map(([, plan]) => plan)).toEqual(['first', 'fallback']);
  });

  test('and crashes again is not announced as recovered', async () => {
    await show(team, { 'home/Team': () => Promise.resolve({ default: crash }) });
    await pressRetry();
    expect(await screen.findByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(announce).not.toHaveBeenCalled();
  });
});

test('an island whose code came at the second attempt is announced even when its data did not come', async () => {
  const module = { default: () => <h2>Послуги</h2>, load: () => Promise.reject(new Error('offline')) };
  await show(services, {
    'home/Services': (plan) => (plan === 'first' ? failed() : Promise.resolve(module)),
  });
  await pressRetry();
  expect(await screen.findByRole('heading', { name: 'Послуги' })).toBeInTheDocument();
  expect(announce.mock.calls).toEqual([['Розділ завантажено']]);
});

describe('the focus after a recovery', () => {
  const recovering: Modules = {
    'home/Team': (plan) => (plan === 'first' ? failed() : Promise.resolve(there('team'))),
  };
  const recover = async () => {
    const shown = await show(team, recovering);
    await pressRetry();
    await screen.findByRole('heading', { name: 'team' });
    return shown;
  };

  test('is on the island, which did not scroll for it', async () => {
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    await recover();
    expect(document.getElementById('team')).toHaveFocus();
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });

  test('and the announcement are not repeated when the visitor comes back to the page', async () => {
    const { put } = await recover();
    await put(null);
    await put(team);
    expect(screen.getByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(document.body).toHaveFocus();
    expect(announce).toHaveBeenCalledTimes(1);
  });

  test('is where it was when the island came at the first attempt', async () => {
    await show(team, { 'home/Team': () => Promise.resolve(there('team')) });
    expect(document.body).toHaveFocus();
    expect(announce).not.toHaveBeenCalled();
  });
});

describe('what an island is handed', () => {
  const Form = ({ positions }: ModuleProps<'forms/ApplicationForm'>) => <p>{positions.join()}</p>;
  const form = (position: string) => (
    <RemoteIsland
      id="forms/ApplicationForm"
      params={NO_PARAMS}
      slot={{ positions: [position], chosen: null }}
    />
  );

  test('reaches it when it changes', async () => {
    const shown = await show(form('SMM'), {
      'forms/ApplicationForm': () => Promise.resolve({ default: Form }),
    });
    expect(screen.getByText('SMM')).toBeInTheDocument();
    await shown.put(form('Таргет'));
    expect(screen.getByText('Таргет')).toBeInTheDocument();
    expect(shown).toHaveBeenCalledTimes(1);
  });
});

describe('that an island is live', () => {
  const onLive = jest.fn();
  const told = <RemoteIsland id="home/Team" params={NO_PARAMS} slot={NO_PARAMS} onLive={onLive} />;

  test('is said once it stands', async () => {
    await show(told, { 'home/Team': () => Promise.resolve(there('team')) });
    await waitFor(() => {
      expect(onLive).toHaveBeenCalledTimes(1);
    });
  });

  test('is not said of one that crashes', async () => {
    await show(told, { 'home/Team': () => Promise.resolve({ default: crash }) });
    await screen.findByRole('button', { name: RETRY });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(onLive).not.toHaveBeenCalled();
  });
});

test('an island outside of its services says what is wrong', () => {
  expect(() => render(team)).toThrow('An island stands outside PageServicesProvider');
});
