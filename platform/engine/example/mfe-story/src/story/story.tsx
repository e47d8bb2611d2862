export const Story = () => (
  <section id="story">
    <h1>Since 1998</h1>
  </section>
);
