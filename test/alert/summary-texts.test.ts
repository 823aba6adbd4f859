import { describe, expect, it } from 'vitest';
import { messageAttributes } from '../../functions/alert/attributes.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { summaryEmail, summaryMessage } from '../../functions/alert/text/summary-texts.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { exchange } from '../support/alerts.ts';
import { everyAlert, summaryExamples } from '../support/every-alert.ts';

const [quiet] = summaryExamples.map(([, alert]) => alert);
if (quiet === undefined) throw new Error('no example');

describe('a summary', () => {
  it('names each kind of alert in words, also in the singular', () => {
    const types = Object.keys(everyAlert);
    const said = (count: number) => {
      const alerts = Object.fromEntries(types.map((type) => [type, count]));
      return alertMessage({ ...quiet, summary: { ...quiet.summary, alerts } }).lines[0];
    };
    expect(said(1)).toMatch(/1 approval, 1 approval taken back,.* 1 warning of an imitation$/);
    expect(said(1)).toContain('1 cancelled by the network');
    expect(said(2)).toContain('2 changes of control');
    expect(`${said(1)} ${said(2)}`).not.toMatch(/[a-z]\.[a-z]/);
  });

  it('names the stack in its email if its commands need it', () => {
    const emailOf = (stack: string): string => JSON.parse(summaryMessage(quiet, stack).Message).email;
    expect(emailOf('Second')).toBe(`${emailOf('Chainbell')}\nCommands for this stack take --stack Second.`);
  });

  it.each([
    [{}, '0x28C6...1d60 on eth: It is away.'],
    [{ wallet: '0x12' }, '0x12 on eth: It is away.'],
    [{ wallet: null }, 'eth: It is away.'],
    [{ wallet: null, chain: null }, 'It is away.'],
  ])('names the wallet or the chain of a problem %j', (of, said) => {
    const since = '2026-01-09T14:03:00.000Z';
    const problem = { type: 'wallet.failing', wallet: exchange, chain: 'eth', since, reason: 'It is away.' };
    const summary = { ...quiet.summary, problems: [{ ...problem, ...of }] };
    expect(summaryEmail({ ...quiet, summary })).toContain(`\nSince 2026-01-09 14:03 UTC: ${said}\n`);
  });

  it.each(summaryExamples)(
    'fits one SMS and an ASCII subject, and has no wallet attribute: %s',
    (_, alert) => {
      expect(smsText(alert).length).toBeLessThanOrEqual(140);
      expect(subjectText(alert)).toMatch(/^[ -~]{1,100}$/);
      expect(Object.keys(messageAttributes(alert))).toEqual(['type', 'severity']);
    },
  );
});
