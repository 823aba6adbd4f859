import { element, shortAddress, shownTime } from './dom.js';
import { listing, removeButton, rowButton } from './listing.js';
import { rowForm } from './row-form.js';
import { send } from './send.js';

const states = {
  ok: 'watched',
  slow: 'watched, but seldom',
  waiting: 'waits for its first poll',
  paused: 'paused',
  failing: 'needs attention',
  unwatched: 'NOT watched',
  unreadable: 'needs attention',
};

const { refresh, changed } = listing(document.getElementById('wallets'), {
  path: '/wallets',
  draw: drawWallet,
  countOf(wallets) {
    const needy = wallets.filter(({ problem }) => problem !== null).length;
    return needy === 0 ? String(wallets.length) : `${wallets.length}, ${needy} to mend`;
  },
  nothing: 'No wallet is watched yet.',
});

export { refresh as refreshWallets };

const openForm = rowForm(document.getElementById('wallet'), {
  keys: ['wallet', 'chain'],
  submit: ({ wallet, chain }, attributes, isNew) =>
    send(isNew ? '/wallets/add' : '/wallets/edit', { wallet, chain, attributes }),
});

let usualChain = 'eth';

/** Names of chains that the form offers, the usual one first. */
export function offerChains(chains) {
  [usualChain = usualChain] = chains;
  document.getElementById('chains').replaceChildren(...chains.map((value) => element('option', { value })));
}

document
  .getElementById('add')
  .addEventListener('click', () =>
    openForm({ isNew: true, title: 'Add a wallet', values: { chain: usualChain } }, changed),
  );

function edit(row) {
  const { wallet, shown, chain, label, attributes } = row;
  const title = `Edit ${label ?? 'the wallet'}`;
  const about = [element('code', {}, shown), ` on ${chain}`];
  openForm({ isNew: false, title, values: { ...attributes, wallet, chain }, about, fault: row }, changed);
}

function drawWallet(wallet) {
  const { label, state, problem, chain, lastAlertAt } = wallet;
  const row = { named: label ?? shortAddress(wallet.shown), key: `${wallet.wallet} ${chain}` };
  const act = async (name) => changed(await send(`/wallets/${name}`, { wallet: wallet.wallet, chain }));
  const last = lastAlertAt === null ? '' : `, last alert ${shownTime(lastAlertAt)}`;
  return element(
    'li',
    { 'data-state': state },
    element('h3', {}, row.named),
    element(
      'p',
      { class: 'where' },
      element('code', { title: wallet.shown }, shortAddress(wallet.shown)),
      ` on ${chain}`,
    ),
    element('p', { class: 'state' }, states[state] + last),
    problem === null ? null : element('p', { class: 'problem' }, problem),
    element(
      'p',
      { class: 'acts' },
      rowButton('edit', 'Edit', row, () => edit(wallet)),
      state === 'paused'
        ? rowButton('pause', 'Resume', row, () => act('resume'))
        : rowButton('pause', 'Pause', row, () => act('pause')),
      removeButton(row, () => act('remove')),
    ),
  );
}
