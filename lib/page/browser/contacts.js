import { element, shortAddress } from './dom.js';
import { listing, removeButton, rowButton } from './listing.js';
import { rowForm } from './row-form.js';
import { send } from './send.js';

const { refresh, changed } = listing(document.getElementById('contacts'), {
  path: '/contacts',
  draw: drawContact,
  countOf: (contacts) => String(contacts.length),
  nothing: 'No address has a name yet.',
});

export { refresh as refreshContacts };

const openForm = rowForm(document.getElementById('contact'), {
  keys: ['address'],
  // Untouched tags are not sent: adding a known address again keeps those it has.
  submit: ({ address, name }, { tags }) => send('/contacts/put', { address, name, tags }),
});

document
  .getElementById('add-contact')
  .addEventListener('click', () => openForm({ isNew: true, title: 'Add a contact', values: {} }, changed));

function edit({ address, shown, name, tags = [] }) {
  const values = { address, name, tags: tags.join(', ') };
  const about = [element('code', {}, shown)];
  openForm({ isNew: false, title: `Edit ${name || 'the contact'}`, values, about }, changed);
}

function drawContact(contact) {
  const { address, shown, name, tags = [] } = contact;
  const row = { named: name || shortAddress(shown), key: address };
  return element(
    'li',
    {},
    element('h3', {}, row.named),
    element('p', { class: 'where' }, element('code', { title: shown }, shortAddress(shown))),
    tags.length === 0 ? null : element('p', { class: 'where' }, tags.join(', ')),
    element(
      'p',
      { class: 'acts' },
      rowButton('edit', 'Edit', row, () => edit(contact)),
      removeButton(row, async () => changed(await send('/contacts/remove', { address }))),
    ),
  );
}
