import type { MessageAttributeValue } from '@aws-sdk/client-sns';
import type { Alert, AlertTransfer, WalletAlert } from './alert.ts';

export type MessageAttributes = Record<string, MessageAttributeValue>;

export type SnsMessage = ReturnType<typeof snsMessage>;

/** Email and SMS have their own texts; SNS sends `default`, the JSON, by all other protocols. */
export function snsMessage(alert: Alert, Subject: string, forms: { email?: string; sms: string }) {
  return {
    Subject,
    Message: JSON.stringify({ default: JSON.stringify(alert), ...forms }),
    MessageStructure: 'json',
    MessageAttributes: messageAttributes(alert),
  };
}

/** The attributes that filter policies of subscriptions match. */
export function messageAttributes(alert: Alert): MessageAttributes {
  const common = { type: text(alert.type), severity: text(alert.severity) };
  if (alert.type === 'summary') return common;
  const attributes: MessageAttributes = {
    ...common,
    wallet: text(alert.wallet.address),
    chain: text(alert.wallet.chain),
  };
  const { tags } = alert.wallet;
  if (tags.length > 0) attributes.tags = { DataType: 'String.Array', StringValue: JSON.stringify(tags) };
  if (alert.verdict !== null) attributes.verdict = text(alert.verdict.spam ? 'spam' : 'ok');
  return { ...attributes, ...ofOneTransfer(alert) };
}

/** A filter on these attributes excludes alerts that lack them. All transfers of a digest have one direction. */
function ofOneTransfer(alert: WalletAlert): MessageAttributes {
  if ('transfer' in alert) return transferAttributes(alert.transfer);
  if ('balance' in alert) return tokenAttribute(alert.balance);
  if ('approval' in alert) return tokenAttribute(alert.approval);
  const [first] = 'digest' in alert ? alert.digest.totals : [];
  return first === undefined ? {} : { direction: text(first.direction) };
}

function tokenAttribute({ token }: Pick<AlertTransfer, 'token'>): MessageAttributes {
  return { token: text(token.address ?? 'native') };
}

function transferAttributes(transfer: AlertTransfer): MessageAttributes {
  const { direction, amount } = transfer;
  const always = { ...tokenAttribute(transfer), direction: text(direction) };
  if (amount === null || !isExactInSns(amount)) return always;
  return { ...always, amount: { DataType: 'Number', StringValue: amount } };
}

/** SNS compares numbers from -10^9 to 10^9 with five decimal places; a rounded amount would match the wrong filters. */
function isExactInSns(amount: string): boolean {
  const [whole = '', fraction = ''] = amount.split('.');
  return fraction.length <= 5 && (whole.length < 10 || amount === '1000000000');
}

function text(value: string): MessageAttributeValue {
  return { DataType: 'String', StringValue: value };
}
