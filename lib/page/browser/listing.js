import { button, element } from './dom.js';
import { say } from './send.js';

/**
 * A list at the side, with rows from the server.
 * @param draw a row as an element of the list
 * @param countOf the number of rows in few words
 * @param nothing text if there are no rows
 */
export function listing(section, { path, draw, countOf, nothing }) {
  const list = section.querySelector('ul');
  const count = section.querySelector('.count');
  const answer = section.querySelector('.answer');
  let shown = '';
  /** The request under way; null: none. */
  let asking = null;

  /** Reads and shows the rows, one request at a time: very many take a while. */
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
    // Unchanged rows are not drawn again, because somebody may be pressing a button of theirs.
    if (text === shown) return;
    shown = text;
    const focused = document.activeElement?.dataset.act;
    const rows = JSON.parse(text);
    list.replaceChildren(...rows.map(draw));
    count.textContent = countOf(rows);
    if (focused !== undefined) list.querySelector(`[data-act="${CSS.escape(focused)}"]`)?.focus();
    if (rows.length === 0) list.append(element('li', { class: 'quiet' }, nothing));
  }

  /** Shows an action's answer, then the rows after it. */
  async function changed(reply) {
    say(answer, reply);
    // A request under way may have been answered before the action.
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

/** A button that asks for a second press: a removed row does not come back. */
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
