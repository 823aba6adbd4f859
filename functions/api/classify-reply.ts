import type { EpochMilliseconds } from '../chain/units.ts';
import { isRecord, parseJson } from '../http/read-json.ts';
import type { Reply } from '../http/transport.ts';
import { retryAfterMs } from '../runtime/clock.ts';
import { errorText } from '../runtime/error-text.ts';
import { parseUrl } from '../text/safe-text.ts';
import {
  BadRequest,
  KeyRefused,
  NoSuchEndpoint,
  PlanExhausted,
  RateLimited,
  UpstreamUnavailable,
} from '../transfer/source-errors.ts';

/** Seconds in a day: the plan then begins anew, so a longer Retry-After is probably a mistake. */
const maxSeconds = 86_400;

/** Seen with 401: `…total included usage has been consumed`, an unpaid invoice, `usage is paused`. */
const planWords =
  /consumed|exhausted|quota|unpaid|invoice|payment|billing|paus(?:ed|ing)|included usage|upgrade|(?:limit|usage|plan)\b.{0,40}\b(?:reached|exceeded|expired)/i;
const keyWords = /\bkey\b|api[-_ ]?key|credential|unauthori[sz]ed|authenticat/i;

/** The error of a reply (API document, 7; other statuses have HTTP's meaning); null: the status is 2xx. */
export function classifyReply(
  reply: Reply,
  key: string | null,
  howToSet: string,
  now: EpochMilliseconds,
): Error | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  const said = serverMessage(reply.body, key);
  const answer = said === null ? `The API answered ${status}` : `The API answered ${status}, "${said}"`;
  if (status < 400) return redirected(reply, answer);
  const isAbout = (words: RegExp) => words.test(said ?? '');
  if (status === 402 || ((status === 401 || status === 403) && isAbout(planWords)))
    return new PlanExhausted(`${answer}: the API plan is used up, unpaid or paused. See the plan's account.`);
  if (status === 401 || (status === 403 && isAbout(keyWords))) {
    const what = key === null ? 'it asks for an API key and none is set' : 'it refuses the API key';
    return new KeyRefused(`${answer}: ${what}. Store a valid one.`, howToSet);
  }
  const seconds = Math.ceil(retryAfterMs(reply.retryAfter, now) / 1000);
  const retryAfter = Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), maxSeconds);
  if (status === 429) {
    const wait = retryAfter === null ? 'no call until the next tick' : `no call for ${retryAfter} s`;
    return new RateLimited(`${answer}: too many calls, so ${wait}.`, retryAfter);
  }
  // Not 413: the same GET is as large the next time.
  if (status === 408 || status === 424 || status === 425 || status >= 500) {
    return new UpstreamUnavailable(`${answer}: it can't serve now.`, status, {
      retryAfterSeconds: retryAfter,
    });
  }
  if (status === 404) return new NoSuchEndpoint(`${answer}: it will not serve this request.`, checkAddress);
  return new BadRequest(`${answer}: it will not serve this request.`);
}

const checkAddress =
  'If it lasts, the settings baseUrl and apiVersion do not fit the service: correct them (the live one has v2 and v2.2) and deploy again.';

/** Shows only the target's origin: the rest of the address may hold anything. */
function redirected(reply: Reply, answer: string): NoSuchEndpoint {
  const target = parseUrl(reply.location ?? '')?.origin ?? 'another address';
  return new NoSuchEndpoint(
    `${answer}: the base address redirects to ${target}, and redirects are not followed because requests carry the API key. Set the address it leads to.`,
    checkAddress,
  );
}

/** A refusal's message (API document, 7), safe to show: `{message: string | string[], details?, error?}`, HTML or text. */
function serverMessage(body: string, key: string | null): string | null {
  const text = errorText(saidBy(body), key);
  return /^[\s{}[\]"]*$/.test(text) ? null : text;
}

function saidBy(body: string): string {
  let parsed: unknown = null;
  try {
    parsed = parseJson(body);
  } catch {
    // A text or a web page.
  }
  if (!isRecord(parsed)) return body.includes('<') ? '' : body;
  const messages = texts(parsed.message);
  const causes = messages.length > 0 ? messages : texts(parsed.error);
  return [...causes, ...details(parsed.details)].join('; ');
}

/** A list of texts, or by field: `{"chain": {"message": "must be a valid enum value"}}`. */
function details(value: unknown): string[] {
  if (!isRecord(value)) return texts(value);
  return Object.entries(value).flatMap(([field, fault]) =>
    texts(isRecord(fault) ? fault.message : fault).map((text) => `${field}: ${text}`),
  );
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '');
}
