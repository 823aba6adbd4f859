import { button, element, shownTime } from './dom.js';
import { drawForms } from './forms.js';
import { say, send } from './send.js';

/** Heading and sign of each type of entry. */
const types = {
  'transfer.received': { name: 'Received', sign: '↓' },
  'transfer.sent': { name: 'Sent', sign: '↑' },
  'transfer.self': { name: 'Sent to itself', sign: '↻' },
  'transfer.reverted': { name: 'Cancelled', sign: '↺' },
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

function describe({ kind, type, title, look, severity, doubtful }) {
  if (kind === 'hidden') return { name: 'Hidden', sign: '⊘', look: 'hidden' };
  if (kind === 'filtered') return { name: 'Filtered', sign: '⊖', look: 'hidden' };
  if (kind === 'operations') return { name: 'Operations', sign: '⚙', look };
  if (kind === 'remark') return { name: title, sign: '•', look };
  // The one payment that is critical: its receiver imitates another, and the money is real.
  if (type === 'transfer.sent' && severity === 'critical')
    return { name: 'Sent to an imitation', sign: '!', look: 'theft' };
  const known = types[type] ?? { name: type, sign: '•' };
  // Green means real money, which an unverified token may only claim to be.
  return { ...known, look: type === 'transfer.received' && !doubtful ? 'in' : 'plain' };
}

let drawn = 0;

/** One entry: a heading that opens its forms. While it is closed, the Tab key stops at the heading only. */
export function drawCard(entry) {
  const { name, sign, look } = describe(entry);
  drawn += 1;
  const id = `entry-${drawn}`;
  const at = new Date(entry.at);
  const card = element(
    'article',
    { 'data-kind': entry.kind, 'data-look': look, 'data-severity': entry.severity, 'aria-labelledby': id },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    element(
      'div',
      { class: 'said' },
      drawHeading(entry, name, id),
      entry.about === null ? null : element('p', { class: 'about' }, entry.about),
      drawReasons(entry.reasons),
      drawTrust(entry.hidden),
    ),
    element('time', { datetime: entry.at }, shownTime(entry.at, { second: '2-digit' })),
  );
  card.searched = `${name} ${entry.title ?? ''} ${entry.text} ${entry.reasons.join(' ')} ${
    entry.forms === null ? '' : JSON.stringify(entry.forms.json)
  }`.toLowerCase();
  card.day = localDay(at);
  const opener = card.querySelector('h3 button');
  opener?.addEventListener('click', () => toggle(card, opener, entry));
  return card;
}

/** Draws forms on demand: most are never opened. */
function toggle(card, opener, entry) {
  const open = opener.getAttribute('aria-expanded') !== 'true';
  opener.setAttribute('aria-expanded', String(open));
  card.classList.toggle('open', open);
  card.querySelector('.trust')?.setAttribute('tabindex', open ? '0' : '-1');
  card.querySelector('.forms')?.remove();
  if (open) card.append(drawForms(entry.forms));
}

function drawHeading({ kind, title, text, worth, severity, forms }, name, id) {
  const said = kind === 'operations' ? title : text;
  const kindOf = element(
    'span',
    { class: 'kind' },
    name,
    severity === null || severity === 'info' ? null : element('span', { class: 'badge' }, severity),
  );
  const heading = element('h3', { id });
  const parts = [
    kindOf,
    element('span', { class: 'unseen' }, ': '),
    element('span', { class: 'text' }, said),
    worth === null ? '' : element('span', { class: 'worth' }, ` ≈ ${worth}`),
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

/** The Tab key skips it until the entry is open; a screen reader finds it always. */
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

/** `2026-01-02`, as date fields have it, by the reader's own clock. */
function localDay(at) {
  const two = (number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
