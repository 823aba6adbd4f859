import { element } from './dom.js';
import { say, send } from './send.js';

const dialog = document.getElementById('wallet');
const form = dialog.querySelector('form');
const key = document.getElementById('wallet-key');
const answer = document.getElementById('wallet-answer');
const fields = [...form.querySelectorAll('[name]')];

/** What the form is about: a row to be changed; null: a new one. */
let edited = null;
let done = () => {};

/** Names of chains that the field offers. */
export function offerChains(chains) {
  document.getElementById('chains').replaceChildren(...chains.map((value) => element('option', { value })));
}

/** Opens the form. @param wallet the row to change; null for a new one @param changed called with the answer */
export function openForm(wallet, changed) {
  edited = wallet;
  done = changed;
  const values =
    wallet === null ? { chain: 'eth' } : { ...wallet.attributes, wallet: wallet.wallet, chain: wallet.chain };
  for (const field of fields) {
    field.value = values[field.name] ?? '';
    field.disabled = wallet !== null && isKey(field);
    field.closest('label').hidden = field.disabled;
    field.removeAttribute('aria-invalid');
  }
  // As text it is there to its end, which people compare, however narrow the window is.
  key.hidden = wallet === null;
  key.replaceChildren(element('code', {}, values.wallet ?? ''), ` on ${values.chain}`);
  document.getElementById('wallet-title').textContent =
    wallet === null ? 'Add a wallet' : `Edit ${wallet.label ?? 'the wallet'}`;
  form.querySelector('[type=submit]').textContent = wallet === null ? 'Watch' : 'Save';
  for (const group of form.querySelectorAll('details'))
    group.open = fields.some((field) => group.contains(field) && field.value !== '');
  answer.textContent = '';
  dialog.showModal();
  const fault = fields.find(({ name, disabled }) => name === wallet?.field && !disabled);
  if (fault === undefined) return;
  fault.setAttribute('aria-invalid', 'true');
  fault.focus();
  say(answer, { ok: false, message: wallet.problem });
}

/** The key of a row stays as it is. */
function isKey({ name }) {
  return name === 'wallet' || name === 'chain';
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const before = edited?.attributes ?? {};
  // What was not touched is not sent: a row may hold what a field can't show.
  const attributes = fields
    .filter((field) => !isKey(field) && field.value.trim() !== (before[field.name] ?? ''))
    .map(({ name, value }) => [name, value]);
  const [wallet, chain] = ['wallet', 'chain'].map((name) => form.elements[name].value);
  const row = { wallet, chain, attributes: Object.fromEntries(attributes) };
  const reply = await send(edited === null ? '/wallets/add' : '/wallets/edit', row);
  for (const field of fields) field.setAttribute('aria-invalid', String(field.name === reply.field));
  if (!reply.ok) {
    say(answer, reply);
    fields.find(({ name }) => name === reply.field)?.focus();
    return;
  }
  dialog.close();
  done(reply);
});
document.getElementById('cancel').addEventListener('click', () => dialog.close());
