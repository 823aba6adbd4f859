import { describe, expect, it } from 'vitest';
import { shownReasons } from '../../../../functions/alert/text/parts/shown-reasons.ts';
import { smsText } from '../../../../functions/alert/text/sentence.ts';
import { asciiStyle, terminalStyle } from '../../../../functions/alert/text/style.ts';
import { exchange, transferAlert } from '../../../support/alerts.ts';

const link = { rule: 'link', detail: 'The name holds a web address: claim.xyz.' };
const verified = { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' };
const copy = { rule: 'address-poisoning', detail: `The other address imitates ${exchange}, which it paid.` };

describe('the reasons in a text', () => {
  it('for spam are only those against the token', () => {
    expect(shownReasons({ spam: true, reasons: [link, verified] }, terminalStyle)).toEqual([
      'The name holds a web address: claim(.)xyz.',
    ]);
  });

  it('are all of them if it is not spam, those in favour of the token first', () => {
    expect(shownReasons({ spam: false, reasons: [verified, link] }, terminalStyle)).toHaveLength(2);
  });

  it('of a rule that this version does not know count against the token', () => {
    const detail = 'Something that a later version found.';
    expect(shownReasons({ spam: true, reasons: [{ rule: 'later', detail }] }, terminalStyle)).toEqual([
      detail,
    ]);
  });

  it('have the imitated address in checksum case, shortened if there is little room', () => {
    const verdict = { spam: true, reasons: [copy] };
    expect(shownReasons(verdict, terminalStyle)).toEqual([
      'The other address imitates 0x28C6c06298d514Db089934071355E5743bf21d60, which it paid.',
    ]);
    expect(shownReasons(verdict, asciiStyle)).toEqual([
      'The other address imitates 0x28C6...1d60, which it paid.',
    ]);
  });

  it("leave an address in a token's name as written", () => {
    const detail = `The name holds an address: ${exchange}.`;
    const verdict = { spam: true, reasons: [{ rule: 'address-in-name', detail }] };
    expect(shownReasons(verdict, terminalStyle)).toEqual([detail]);
  });

  it('begin an SMS with the first reason against the token', () => {
    const verdict = { spam: true, score: 0, reasons: [verified, copy] };
    expect(smsText(transferAlert({ verdict }))).toMatch(
      /^Likely spam: The other address imitates 0x28C6\.\.\./,
    );
  });
});
