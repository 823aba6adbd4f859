import { cleanText } from '../../text/safe-text.ts';

/** More of a host tells nobody more. */
const longest = 60;

/** Its first letter, and its domain by letters, digits, dots and hyphens alone: SNS checks little of what is typed. */
const address = /^([\p{L}\p{N}])?.*(@[\p{L}\p{N}.-]+)$/su;

/**
 * An endpoint of a subscription as operations may read it: enough for its owner to know it, too little for anybody else to
 * write to it. An email address as `a***@example.org`, a phone number by its last two digits, a URL by its host: path and
 * query may be secrets.
 */
export function maskedEndpoint(protocol: string, endpoint: string): string {
  return cleanText(masked(protocol, endpoint), longest) ?? '***';
}

function masked(protocol: string, endpoint: string): string {
  if (protocol === 'sms') return `***${/\d\d$/.exec(endpoint)?.[0] ?? ''}`;
  if (protocol.startsWith('email')) {
    const [, first = '', at = ''] = address.exec(endpoint) ?? [];
    return `${first}***${at}`;
  }
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  // SNS reaches no host of one word, and "https" for one would read as the beginning of a link.
  return hostname.includes('.') ? hostname : '***';
}
