import { cleanText } from '../../text/safe-text.ts';

/** More of a host tells nobody more. */
const longest = 60;

/**
 * An endpoint of a subscription as operations may read it: enough for its owner to know it, too little for anybody else to
 * write to it. An email address as `a***@example.org`, a phone number by its last two digits, a URL by its host: path and
 * query may be secrets.
 */
export function maskedEndpoint(protocol: string, endpoint: string): string {
  return cleanText(masked(protocol, endpoint), longest) ?? '***';
}

function masked(protocol: string, endpoint: string): string {
  if (protocol === 'sms') return `***${endpoint.slice(-2)}`;
  if (protocol.startsWith('email')) {
    const at = endpoint.lastIndexOf('@');
    return at < 1 ? '***' : `${Array.from(endpoint)[0]}***${endpoint.slice(at)}`;
  }
  return URL.canParse(endpoint) ? new URL(endpoint).hostname : '***';
}
