import { describe, expect, it } from 'vitest';
import { shownReasons } from '../../../../functions/alert/text/parts/shown-reasons.ts';
import { smsText } from '../../../../functions/alert/text/sentence.ts';
import { asciiStyle, terminalStyle } from '../../../../functions/alert/text/style.ts';
import { tableItems } from '../../../../functions/runtime/table-items.ts';
import { createHistoryTable } from '../../../../functions/state/history-table.ts';
import { endOfBlock } from '../../../../functions/state/place.ts';
import { quietRow } from '../../../../functions/state/row.ts';
import { exchange, transferAlert, watchOf } from '../../../support/alerts.ts';
import { virtualClock } from '../../../support/virtual-clock.ts';

const link = { rule: 'link', detail: 'The name holds a web address: claim.xyz.' };
const verified = { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' };
const copy = { rule: 'address-poisoning', detail: `The other address imitates ${exchange}, which it paid.` };

describe('the reasons that texts give', () => {
  it('for spam are those against the token', () => {
    expect(shownReasons({ spam: true, reasons: [link, verified] }, terminalStyle)).toEqual([
      'The name holds a web address: claim(.)xyz.',
    ]);
  });

  it('are all of them if it is no spam, the ones for the token first as they stand', () => {
    expect(shownReasons({ spam: false, reasons: [verified, link] }, terminalStyle)).toHaveLength(2);
  });

  it('of a rule that this version does not know count as against the token', () => {
    const detail = 'Something that a later version found.';
    expect(shownReasons({ spam: true, reasons: [{ rule: 'later', detail }] }, terminalStyle)).toEqual([
      detail,
    ]);
  });

  it('have the imitated address in checksum case, short if letters are few', () => {
    const verdict = { spam: true, reasons: [copy] };
    expect(shownReasons(verdict, terminalStyle)).toEqual([
      'The other address imitates 0x28C6c06298d514Db089934071355E5743bf21d60, which it paid.',
    ]);
    expect(shownReasons(verdict, asciiStyle)).toEqual([
      'The other address imitates 0x28C6...1d60, which it paid.',
    ]);
  });

  it("leave an address that a token's name holds as it was written", () => {
    const detail = `The name holds an address: ${exchange}.`;
    const verdict = { spam: true, reasons: [{ rule: 'address-in-name', detail }] };
    expect(shownReasons(verdict, terminalStyle)).toEqual([detail]);
  });

  it('begin an SMS with the first that is against the token', () => {
    const verdict = { spam: true, score: 0, reasons: [verified, copy] };
    expect(smsText(transferAlert({ verdict }))).toMatch(
      /^Likely spam: The other address imitates 0x28C6\.\.\./,
    );
  });

  it('are listed by History beside the alert, whose verdict has them all', async () => {
    const items: unknown[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: of the client, only `send` is called
    const dynamodb: any = {
      send: async ({
        input,
      }: {
        input: { RequestItems: { history: { PutRequest: { Item: unknown } }[] } };
      }) => {
        items.push(...input.RequestItems.history.map(({ PutRequest }) => PutRequest.Item));
        return {};
      },
    };
    const history = createHistoryTable(tableItems(dynamodb, 'history'), 1, virtualClock());
    const verdict = { spam: true, score: -100, reasons: [copy, verified] };
    const row = quietRow(endOfBlock(7, 'a'), 'hidden', 0);
    await history.put(watchOf(), 1, [{ ...row, alert: transferAlert({ verdict }) }]);
    expect(items).toMatchObject([
      {
        reasons: ['The other address imitates 0x28C6c06298d514Db089934071355E5743bf21d60, which it paid.'],
        alert: { verdict: { reasons: [copy, verified] } },
      },
    ]);
  });
});
