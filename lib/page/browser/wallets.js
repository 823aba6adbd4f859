import { button, element, shortAddress } from './dom.js';
import { say, send } from './send.js';
import { openForm } from './wallet-form.js';

const list = document.querySelector('#wallets ul');
const count = document.getElementById('wallets-count');
const answer = document.getElementById('wallets-answer');

const states = {
  ok: 'watched',
  waiting: 'waits for its first poll',
  paused: 'paused',
  failing: 'cannot be polled',
  unreadable: 'needs attention',
};

let shown = '';
/** The question under way; null: none. */
let asking = null;

/** Reads the wallets anew and shows them, one question at a time: with very many wallets an answer takes a while. */
export function refreshWallets() {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask() {
  const reply = await fetch('/wallets').catch(() => null);
  const text = reply?.ok ? await reply.text().catch(() => null) : null;
  if (text !== null) showWallets(text);
}

function showWallets(text) {
  // Nothing is drawn anew under somebody's finger where nothing has changed.
  if (text === shown) return;
  shown = text;
  const focused = document.activeElement?.dataset.act;
  const wallets = JSON.parse(text);
  list.replaceChildren(...wallets.map(drawWallet));
  const needy = wallets.filter(({ problem }) => problem !== null).length;
  count.textContent = needy === 0 ? String(wallets.length) : `${wallets.length}, ${needy} with a problem`;
  if (focused !== undefined) list.querySelector(`[data-act="${CSS.escape(focused)}"]`)?.focus();
  if (list.childElementCount === 0)
    list.append(element('li', { class: 'quiet' }, 'No wallet is watched yet.'));
}

async function changed(reply) {
  say(answer, reply);
  // One that is under way may know nothing of it.
  await asking;
  await refreshWallets();
}

function drawWallet(wallet) {
  const { label, state, problem, chain, lastAlertAt } = wallet;
  const named = label ?? shortAddress(wallet.wallet);
  const key = { wallet: wallet.wallet, chain };
  const act = async (name) => changed(await send(`/wallets/${name}`, key));
  const acting = (name, text, pressed) =>
    button(text, pressed, {
      class: 'link',
      'aria-label': `${text} ${named}`,
      'data-act': `${name} ${wallet.wallet} ${chain}`,
    });
  const last = lastAlertAt === null ? '' : `, last alert ${new Date(lastAlertAt).toLocaleTimeString()}`;
  return element(
    'li',
    { 'data-state': state },
    element('h3', {}, named),
    element(
      'p',
      { class: 'where' },
      element('code', { title: wallet.wallet }, shortAddress(wallet.wallet)),
      ` on ${chain}`,
    ),
    element('p', { class: 'state' }, states[state] + last),
    problem === null ? null : element('p', { class: 'problem' }, problem),
    element(
      'p',
      { class: 'acts' },
      acting('edit', 'Edit', () => openForm(wallet, changed)),
      state === 'paused'
        ? acting('pause', 'Resume', () => act('resume'))
        : acting('pause', 'Pause', () => act('pause')),
      acting('remove', 'Remove', (pressed) => removeTwice(pressed, named, () => act('remove'))),
    ),
  );
}

/** Asks once more by its own words: a row is not got back by another press. */
function removeTwice(pressed, named, remove) {
  if (pressed.dataset.sure !== undefined) return remove();
  pressed.dataset.sure = '';
  pressed.textContent = 'Really remove?';
  pressed.setAttribute('aria-label', `Really remove ${named}?`);
  pressed.addEventListener(
    'blur',
    () => {
      delete pressed.dataset.sure;
      pressed.textContent = 'Remove';
      pressed.setAttribute('aria-label', `Remove ${named}`);
    },
    { once: true },
  );
}

document.getElementById('add').addEventListener('click', () => openForm(null, changed));
