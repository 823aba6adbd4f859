import { say } from './send.js';

/**
 * A dialog that adds a row or changes one.
 * @param keys the fields that name a row; a change can't touch them
 * @param submit sends a row; it gets all fields and those that were changed, and returns the answer
 * @returns a function that opens it with a row's values; the second argument is called with the answer if the row was taken
 */
export function rowForm(dialog, { keys, submit }) {
  const form = dialog.querySelector('form');
  const answer = dialog.querySelector('.answer');
  const key = dialog.querySelector('.key');
  const fields = [...form.querySelectorAll('[name]')];
  const isKey = ({ name }) => keys.includes(name);
  let opened = null;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { isNew, values, done } = opened;
    // Untouched fields are not sent: a row may hold more than a field can show.
    const changed = fields.filter(
      (field) => !isKey(field) && field.value.trim() !== (values[field.name] ?? ''),
    );
    const reply = await submit(valuesOf(fields), valuesOf(changed), isNew);
    for (const field of fields) field.setAttribute('aria-invalid', String(field.name === reply.field));
    if (reply.ok) {
      dialog.close();
      done(reply);
      return;
    }
    say(answer, reply);
    fields.find(({ name }) => name === reply.field)?.focus();
  });
  dialog.querySelector('[type=button]').addEventListener('click', () => dialog.close());

  return ({ isNew, title, values, about = [], fault = null }, done) => {
    opened = { isNew, values, done };
    for (const field of fields) {
      field.value = values[field.name] ?? '';
      field.disabled = !isNew && isKey(field);
      field.closest('label').hidden = field.disabled;
      field.removeAttribute('aria-invalid');
    }
    // People compare an address to its end. A text shows it whole, even in a narrow window.
    key.hidden = isNew;
    key.replaceChildren(...about);
    dialog.querySelector('h2').textContent = title;
    const send = form.querySelector('[type=submit]');
    send.textContent = isNew ? send.dataset.add : 'Save';
    for (const group of form.querySelectorAll('details'))
      group.open = fields.some((field) => group.contains(field) && field.value !== '');
    answer.textContent = '';
    dialog.showModal();
    const wrong = fields.find(({ name, disabled }) => name === fault?.field && !disabled);
    if (wrong === undefined) return;
    wrong.setAttribute('aria-invalid', 'true');
    wrong.focus();
    say(answer, { ok: false, message: fault.problem });
  };
}

function valuesOf(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}
