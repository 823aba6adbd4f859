import { describe, expect, it } from 'vitest';
import { chatStyle } from '../../../functions/alert/text/style.ts';
import { exchange } from '../../support/alerts.ts';

describe('in a chat', () => {
  it.each([
    // If a word follows, a mark is put into brackets; several marks share them.
    ['@everyone', '(@)everyone'],
    ['#airdrop $PEPE', '(#)airdrop ($)PEPE'],
    ['@@all', '(@@)all'],
    ['＠all ＃x ＄y', '(＠)all (＃)x (＄)y'],
    ['﹫all ﹟x ﹩y', '(﹫)all (﹟)x (﹩)y'],
    ['<!channel> <!here|now>', '<(!)channel> <(!)here|now>'],
    ['／start', '(／)start'],
    ['x /start', 'x (/)start'],
    ['.//start', '(.)(/)start'],
    ['/_', '(/)_'],
    ['</cmd>', '<(/)cmd>'],
    ['/chainbell', '(/)chainbell'],
    // People copy the name of our parameter, and no command continues with a slash.
    ['parameter /chainbell/rpc/eth', 'parameter /chainbell/rpc/eth'],
    // Alone, or inside a word, a slash is harmless.
    ['a/b 1/2 é/é', 'a/b 1/2 é/é'],
    ['/ / a', '/ / a'],
    ['@ # $', '@ # $'],
    ['!channel', '!channel'],
    // No service makes a cashtag of an amount.
    ['$0.83 of $1', '$0.83 of $1'],
    ['$$1 $5 $A', '($$)1 $5 ($)A'],
    // A hashtag has a letter: Telegram links no bare number.
    ['Ops #1, #22 (#3)', 'Ops #1, #22 (#3)'],
    ['#1a #1_a #1é #1·a ##1 ＃1 <#1>', '(#)1a (#)1_a (#)1é (#)1·a (##)1 (＃)1 <(#)1>'],
    // A token that Telegram links as a cashtag, though it begins with a digit.
    ['$1INCH at $1,000', '($)1INCH at $1,000'],
    // A mark that already has brackets gets no second ones.
    ['(@)all', '(@)all'],
    ['(@all)', '((@)all)'],
    ['@)all', '(@))all'],
    // Links and telephone numbers are broken as in every other text.
    ['claim.xyz', 'claim(.)xyz'],
    ['18885550123', '1888_5550_123'],
  ])('%j is %j', (text, inert) => {
    expect(chatStyle.text(text)).toBe(inert);
    expect(chatStyle.text(text)).toBe(inert);
    expect(chatStyle.creatorText(text)).toBe(inert);
    expect(chatStyle.text(inert)).toBe(inert);
  });

  it('an address is shown by its first six and last four characters, in checksum case', () => {
    expect(chatStyle.address(exchange)).toBe('0x28C6...1d60');
  });
});
