import { button, element } from './dom.js';
import { drawForms } from './forms.js';
import { say, send } from './send.js';

/** What each type of entry is called on the page, and its sign. */
const types = {
  'transfer.received': { name: 'Received', sign: '↓' },
  'transfer.sent': { name: 'Sent', sign: '↑' },
  'transfer.self': { name: 'Sent to itself', sign: '↻' },
  'transfer.reverted': { name: 'Taken back', sign: '↺' },
  'transfers.digest': { name: 'Digest', sign: '≡' },
  summary: { name: 'Summary', sign: '◉' },
  'wallet.watching': { name: 'Watching', sign: '◉' },
  'approval.granted': { name: 'Approved', sign: '✓' },
  'approval.revoked': { name: 'Approval revoked', sign: '⊗' },
  'entry.unreadable': { name: 'Unreadable', sign: '?' },
  'balance.low': { name: 'Low balance', sign: '▽' },
  'balance.restored': { name: 'Balance restored', sign: '△' },
  'control.changed': { name: 'Control changed', sign: '⚠' },
  'wallet.poisoning': { name: 'Look-alike address', sign: '⚠' },
};

function describe({ kind, type, title, look, forms }) {
  if (kind === 'hidden') return { name: 'Hidden', sign: '⊘', look: 'hidden' };
  if (kind === 'filtered') return { name: 'Filtered', sign: '⊖', look: 'hidden' };
  if (kind === 'operations') return { name: 'Operations', sign: '⚙', look };
  if (kind === 'remark') return { name: title, sign: '•', look };
  const known = types[type] ?? { name: type, sign: '•' };
  const { verdict, severity } = forms.json;
  if (severity === 'critical') return { ...known, name: `${known.name}, critical`, look: 'critical' };
  if (severity === 'warning') return { ...known, name: `${known.name}, warning`, look: 'warning' };
  // No income in green from whoever sends spam.
  if (verdict?.spam) return { ...known, look: 'hidden' };
  return { ...known, look: type === 'transfer.received' ? 'in' : 'plain' };
}

let drawn = 0;

/** One entry: a heading that opens its forms, which is all of it that the Tab key stops at while it is closed. */
export function drawCard(entry) {
  const { name, sign, look } = describe(entry);
  drawn += 1;
  const id = `entry-${drawn}`;
  const at = new Date(entry.at);
  const shownAt = entry.earlier ? at.toLocaleString() : at.toLocaleTimeString();
  const card = element(
    'article',
    { 'data-kind': entry.kind, 'data-look': look, 'aria-labelledby': id },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    element(
      'div',
      { class: 'said' },
      drawHeading(entry, name, id),
      entry.about === null ? null : element('p', { class: 'about' }, entry.about),
      drawReasons(entry.reasons),
      drawTrust(entry.hidden),
    ),
    element('time', { datetime: entry.at }, entry.earlier ? `${shownAt}, earlier` : shownAt),
  );
  card.searched = `${name} ${entry.title ?? ''} ${entry.text} ${entry.reasons.join(' ')} ${
    entry.forms === null ? '' : JSON.stringify(entry.forms.json)
  }`.toLowerCase();
  card.day = localDay(at);
  const opener = card.querySelector('h3 button');
  opener?.addEventListener('click', () => toggle(card, opener, entry));
  return card;
}

/** Forms are drawn when they are asked for: most never are. */
function toggle(card, opener, entry) {
  const open = opener.getAttribute('aria-expanded') !== 'true';
  opener.setAttribute('aria-expanded', String(open));
  card.classList.toggle('open', open);
  card.querySelector('.trust')?.setAttribute('tabindex', open ? '0' : '-1');
  card.querySelector('.forms')?.remove();
  if (open) card.append(drawForms(entry.forms));
}

function drawHeading({ kind, title, text, forms }, name, id) {
  const said = kind === 'operations' ? title : text;
  const kindOf = element('span', { class: 'kind' }, name);
  const heading = element('h3', { id });
  const parts = [
    kindOf,
    element('span', { class: 'unseen' }, ': '),
    element('span', { class: 'text' }, said),
  ];
  if (forms === null) heading.append(...parts);
  else heading.append(element('button', { type: 'button', 'aria-expanded': 'false' }, ...parts));
  if (kind !== 'operations') return heading;
  return element('div', {}, heading, element('p', { class: 'more' }, text));
}

function drawReasons(reasons) {
  if (reasons.length === 0) return null;
  return element('ul', { class: 'reasons' }, ...reasons.map((reason) => element('li', {}, reason)));
}

/** Off the way of the Tab key until the entry is open: a screen reader finds it all the same. */
function drawTrust(hidden) {
  if (hidden === null) return null;
  const answer = element('span', { class: 'answer', role: 'status' });
  const trust = async (pressed) => {
    const reply = await send('/wallets/trust', hidden);
    say(answer, reply);
    if (reply.ok) pressed.remove();
  };
  const made = button('Not spam', trust, { class: 'small trust', tabindex: '-1' });
  return element('p', { class: 'verdict' }, made, answer);
}

/** As a field for dates has it, by the reader's own clock. */
function localDay(at) {
  const two = (number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
