import { type Address, checksumAddress, parseAddress } from '../../chain/address.ts';
import type { ControlAlert } from '../alert.ts';
import type { TextLimits } from './limits.ts';
import { onChain, walletWithin } from './parts/names.ts';
import { writeAmount } from './parts/shown-amount.ts';
import type { TextStyle } from './style.ts';

/** `Treasury on eth now runs the code of contract 0x63c0...32B4: it can move all money there.` */
export function controlSentence(alert: ControlAlert, style: TextStyle, limits: TextLimits): string {
  const { wallet, control } = alert;
  const name = walletWithin(wallet, style, limits.wallet);
  const chain = onChain(wallet, limits);
  const before = withAddress(control.before, style.address);
  const after = withAddress(control.after, style.address);
  const hint = limits.hint && !isRelief(control) ? ' Not you? Move everything out at once.' : '';
  if (control.what !== 'delegation')
    return `${name} (Safe)${chain}: ${safeSentences[control.what](before, after)}.${hint}`;
  if (after === null) return `${name}${chain} no longer runs the code of contract ${before}.`;
  const maker = control.after && makerOf(control.after);
  const made = maker ? ` of ${maker}` : '';
  return `${name}${chain} now runs the code of contract ${after}${made}: it can move all money there.${hint}`;
}

type Control = ControlAlert['control'];
type OfSafe = Exclude<Control['what'], 'delegation'>;

/** Writes an address by `write`. A threshold is shortened, because a hostile contract may state any number. */
export function withAddress(text: string | null, write: TextStyle['address']): string | null {
  if (text === null) return null;
  return text.startsWith('0x') ? write(parseAddress(text)) : writeAmount(text, 'magnitude');
}

/** Whether the change only takes power away: somebody can move the money no more, and nobody new can. */
export function isRelief({ what, after }: Control): boolean {
  return what === 'module-disabled' || (what === 'delegation' && after === null);
}

const safeSentences: Readonly<Record<OfSafe, (before: string | null, after: string | null) => string>> = {
  implementation: (before, after) => {
    if (after === null) return 'the code that guards it is gone';
    return before === null
      ? `it was created now, with the code of ${after}`
      : `the code that guards it was replaced by that of ${after}`;
  },
  threshold: (before, after) =>
    `it now takes ${after} ${after === '1' ? 'signature' : 'signatures'} to move its money, not ${before}`,
  'owner-added': (_, after) => `a new owner ${after} can now sign`,
  'owner-removed': (before) => `owner ${before} can no longer sign`,
  'module-enabled': (_, after) => `a new module ${after} can move everything without signatures`,
  'module-disabled': (before) => `module ${before} can no longer move its money`,
  guard: (before, after) =>
    after === null
      ? `guard ${before} no longer checks its transactions`
      : `guard ${after} now checks its transactions`,
  'fallback-handler': (before, after) =>
    after === null ? `its fallback handler ${before} was removed` : `its fallback handler is now ${after}`,
};

export function controlAdvice({ control }: ControlAlert): string[] {
  const { what, after } = control;
  if (what === 'implementation') return [aboutCode(control), ...ifNoOwnerDid];
  if (what !== 'delegation') return isRelief(control) ? [] : ifNoOwnerDid;
  if (isRelief(control))
    return ['Its delegation (EIP-7702) was removed: the key of the wallet alone moves its money again.'];
  const maker = after && makerOf(after);
  return [
    'If none of you did this, act at once:',
    "1. Someone has the wallet's key. Move what is left to a new wallet.",
    '2. Send nothing more to this one: what comes in may be swept out within seconds.',
    '3. Never use its key again, on any chain.',
    `The wallet is delegated (EIP-7702) to ${maker ? `a contract of ${maker}` : 'this contract'}.`,
    maker
      ? `If one of you just switched on a smart account of ${maker}, nothing is wrong.`
      : 'If one of you just switched on a smart account whose maker names this contract, nothing is wrong.',
  ];
}

/** Whether the owners' signatures still count. The alert's sentence does not say this. */
function aboutCode({ before, after }: Control): string {
  if (after === null) return 'Without code no signature moves its money: perhaps nobody can any more.';
  return before === null
    ? 'Whoever created it chose its owners: check that they are yours.'
    : 'The new code alone decides who can move the money: the signatures of the owners may not count.';
}

const ifNoOwnerDid = [
  'If the owners did not agree to this, act at once:',
  '1. Move what is left to a new wallet, while enough of you can sign.',
  "2. Do it from another computer: the Safe's page may have been tampered with.",
  '3. Compare what the signing device shows.',
  '4. Send nothing more to this Safe.',
];

/** The address that changed; null for a threshold. */
export function controlAddress({ what, before, after }: Control): string | null {
  return what === 'threshold' ? null : withAddress(after ?? before, checksumAddress);
}

/** Makers of contracts to which wallets delegate (EIP-7702). From ethereum.org (roadmap/pectra/7702), base/eip-7702-proxy. */
const makers: ReadonlyMap<Address, string> = new Map(
  Object.entries({
    '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00': 'Uniswap',
    '0x4cd241e8d1510e30b2076397afc7508ae59c66c9': 'the Ethereum Foundation',
    '0x5a7fc11397e9a8ad41bf10bf13f22b0a63f96f6d': 'Ambire',
    '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b': 'MetaMask',
    '0x69007702764179f14f51cdce752f4f775d74e139': 'Alchemy',
    '0x7702cb554e6bfb442cb743a7df23154544a7176c': 'Coinbase',
  }).map(([address, maker]) => [parseAddress(address), maker]),
);

function makerOf(delegate: string): string | null {
  return makers.get(parseAddress(delegate)) ?? null;
}
