import { button, element } from './dom.js';
import { say } from './send.js';

/**
 * A list at the side, of which the server knows the rows.
 * @param draw a row as an element of the list
 * @param countOf how many there are, in few words
 * @param nothing what is said where there are none
 */
export function listing(section, { path, draw, countOf, nothing }) {
  const list = section.querySelector('ul');
  const count = section.querySelector('.count');
  const answer = section.querySelector('.answer');
  let shown = '';
  /** The question under way; null: none. */
  let asking = null;

  /** Reads the rows anew and shows them, one question at a time: an answer about very many takes a while. */
  function refresh() {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function ask() {
    const reply = await fetch(path).catch(() => null);
    const text = reply?.ok ? await reply.text().catch(() => null) : null;
    if (text !== null) show(text);
  }

  function show(text) {
    // Nothing is drawn anew under somebody's finger where nothing has changed.
    if (text === shown) return;
    shown = text;
    const focused = document.activeElement?.dataset.act;
    const rows = JSON.parse(text);
    list.replaceChildren(...rows.map(draw));
    count.textContent = countOf(rows);
    if (focused !== undefined) list.querySelector(`[data-act="${CSS.escape(focused)}"]`)?.focus();
    if (rows.length === 0) list.append(element('li', { class: 'quiet' }, nothing));
  }

  /** Shows what an action was answered, and the rows as they are then. */
  async function changed(reply) {
    say(answer, reply);
    // One that is under way may know nothing of it.
    await asking;
    await refresh();
  }

  return { refresh, changed };
}

/** A button of one row. @param key tells the row from others */
export function rowButton(name, text, { named, key }, pressed) {
  const attributes = { class: 'link', 'aria-label': `${text} ${named}`, 'data-act': `${name} ${key}` };
  return button(text, pressed, attributes);
}

/** A button that asks once more by its own words: a row is not got back by another press. */
export function removeButton(row, remove) {
  return rowButton('remove', 'Remove', row, (pressed) => {
    if (pressed.dataset.sure !== undefined) return remove();
    pressed.dataset.sure = '';
    pressed.textContent = 'Really remove?';
    pressed.setAttribute('aria-label', `Really remove ${row.named}?`);
    pressed.addEventListener(
      'blur',
      () => {
        delete pressed.dataset.sure;
        pressed.textContent = 'Remove';
        pressed.setAttribute('aria-label', `Remove ${row.named}`);
      },
      { once: true },
    );
  });
}
