import styles from './echoing-name.module.css';

/** The name, rung out three times more, each cut shorter and darker. A drawing: its letters stand in the style sheet. */
export function EchoingName() {
  return (
    <div className={styles.echo} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
