import { parseAddress } from '../../chain/address.ts';
import type { ControlAlert } from '../alert.ts';
import type { TextLimits } from './limits.ts';
import { walletWithin } from './parts/names.ts';
import type { TextStyle } from './style.ts';

/** `Treasury on eth now runs the code of contract 0x63c0...32B4: it can move all money there.` */
export function controlSentence(
  { wallet, control: { before, after } }: ControlAlert,
  style: TextStyle,
  limits: TextLimits,
): string {
  const name = `${walletWithin(wallet, style, limits.wallet)}${limits.chain ? ` on ${wallet.chain}` : ''}`;
  if (after === null) return `${name} no longer runs the code of contract ${shown(before, style)}.`;
  const hint = limits.hint ? ' Not you? Move everything out at once.' : '';
  return `${name} now runs the code of contract ${shown(after, style)}: it can move all money there.${hint}`;
}

function shown(address: string | null, style: TextStyle): string {
  return address === null ? 'none' : style.address(parseAddress(address));
}

/** What it means, and what to do first. */
export function controlAdvice({ control: { after } }: ControlAlert): string[] {
  if (after === null)
    return ['Its delegation (EIP-7702) was removed: the key of the wallet alone moves its money again.'];
  return [
    'If none of you did this, act at once:',
    "1. Someone has the wallet's key. Move what is left to a new wallet.",
    '2. Send nothing more to this one: what comes in may be swept out within seconds.',
    '3. Never use its key again, on any chain.',
    'The wallet is delegated to this contract (EIP-7702). If one of you has just switched on a smart account in the',
    'wallet, and its maker names this contract, nothing is wrong.',
  ];
}
