import { useState } from 'react';
import { GROUPS } from './states';

const WIDTHS = ['360', '768', '1440'];
const SCHEMES = ['light', 'dark'];
const TEXTS = ['100', '200'];

interface View {
  readonly story: string;
  readonly width: string;
  readonly scheme: string;
  readonly text: string;
}

/** The list of all stories, and the chosen one in a frame of the chosen width. */
export function Browser() {
  const [view, setView] = useState<View>({ story: FIRST, width: '360', scheme: 'light', text: '100' });
  const { story, scheme, text } = view;
  return (
    <>
      <nav className="stories">
        <fieldset>
          <Choice
            label="Width, px"
            options={WIDTHS}
            value={view.width}
            onChange={(width) => {
              setView({ ...view, width });
            }}
          />
          <Choice
            label="Scheme"
            options={SCHEMES}
            value={scheme}
            onChange={(value) => {
              setView({ ...view, scheme: value });
            }}
          />
          <Choice
            label="Text, %"
            options={TEXTS}
            value={text}
            onChange={(value) => {
              setView({ ...view, text: value });
            }}
          />
        </fieldset>
        {STORIES.map(({ group, components }) => (
          <section key={group}>
            <h2>{group}</h2>
            {components.map(({ component, states }) => (
              <p key={component}>
                {component}
                {states.map(({ state, id }) => (
                  <button
                    key={id}
                    type="button"
                    aria-pressed={id === story}
                    onClick={() => {
                      setView({ ...view, story: id });
                    }}
                  >
                    {state}
                  </button>
                ))}
              </p>
            ))}
          </section>
        ))}
      </nav>
      <iframe
        key={JSON.stringify(view)}
        title={story}
        src={`?${new URLSearchParams({ story, scheme, text }).toString()}`}
        width={view.width}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      >
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

const STORIES = Object.entries(GROUPS).map(([group, components]) => ({
  group,
  components: Object.entries(components).map(([component, states]) => ({
    component,
    states: Object.keys(states).map((state) => ({ state, id: JSON.stringify([group, component, state]) })),
  })),
}));

const FIRST = STORIES[0]?.components[0]?.states[0]?.id ?? '';
