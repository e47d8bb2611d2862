import { useState } from 'react';
import { GROUPS } from './states';

const CHOICES = {
  width: { label: 'Width, px', options: ['360', '768', '1440'] },
  scheme: { label: 'Scheme', options: ['light', 'dark'] },
  text: { label: 'Text, %', options: ['100', '200'] },
};

/** The list of all stories, and the chosen one in a frame of the chosen width. */
export function Browser() {
  const [view, setView] = useState(new URLSearchParams());
  return (
    <>
      <form
        className="stories"
        onChange={(event) => {
          setView(viewOf(new FormData(event.currentTarget)));
        }}
      >
        {Object.entries(CHOICES).map(([name, { label, options }]) => (
          <label key={name}>
            {label}{' '}
            <select name={name}>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </label>
        ))}
        {Object.entries(GROUPS).map(([group, components]) => (
          <section key={group}>
            <h2>{group}</h2>
            {Object.entries(components).map(([component, states]) => (
              <p key={component}>
                {component}
                {Object.keys(states).map((state) => {
                  const id = JSON.stringify([group, component, state]);
                  return (
                    <label key={id}>
                      <input type="radio" name="story" value={id} />
                      {state}
                    </label>
                  );
                })}
              </p>
            ))}
          </section>
        ))}
      </form>
      {view.has('story') && (
        <iframe
          key={view.toString()}
          title={view.get('story') ?? ''}
          src={`?${view.toString()}`}
          width={view.get('width') ?? ''}
        />
      )}
    </>
  );
}

const viewOf = (form: FormData) =>
  new URLSearchParams(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
