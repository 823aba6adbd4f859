import { hash } from 'node:crypto';
import { isUndecryptable } from '../../runtime/aws-clients.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type DestinationKind, destinationParameter } from '../environment.ts';
import { createService, ParameterUnusable } from '../kinds/create-service.ts';
import type { Service } from '../kinds/service.ts';
import type { Lease } from './destination-state.ts';

export interface Destination {
  readonly name: string;
  readonly kind: DestinationKind;
  readonly queueArn: string;
}

export interface Target {
  /** Identifies the parameter's value, and reveals nothing of it. */
  readonly fingerprint: string;
  readonly service: Service;
  /** The chat within which message ids are valid. */
  readonly place: string;
  /** The same service, after Telegram has given the chat another id. */
  movedTo(chat: number): Target;
}

/** A destination whose parameter can't be used. `reason` names the parameter, and quotes nothing of its value. */
const noTarget = (reason: string) => ({ service: null, fingerprint: null, reason }) as const;
export type NoTarget = ReturnType<typeof noTarget>;

/** A worker keeps a value this long: less than the thirty seconds after which a message without a usable parameter is tried again. */
const keptMs = 10_000;

export type ReadSecret = (destination: string) => Promise<string | null>;

/**
 * A worker reads a value at most six times a minute, unless `isNow`: SSM limits reads, and KMS charges for each. While SSM gives no
 * answer, the known value stays.
 */
export function rememberSecrets(read: ReadSecret, clock: Pick<Clock, 'now'>) {
  const known = new Map<string, { readonly value: string | null; readonly until: number }>();
  return async (destination: string, isNow: boolean): Promise<string | null> => {
    const kept = known.get(destination);
    if (!isNow && kept !== undefined && clock.now() < kept.until) return kept.value;
    const value = await read(destination).catch((error: unknown) => {
      if (isNow || kept === undefined) throw error;
      return kept.value;
    });
    known.set(destination, { value, until: clock.now() + keptMs });
    return value;
  };
}

interface Secrets {
  readonly readSecret: ReturnType<typeof rememberSecrets>;
  readonly allowLoopback: boolean;
}

const fingerprintOf = (value: string) => hash('sha256', value).slice(0, 32);

/**
 * Reads the parameter again if another worker has seen another value, and always while the destination is off, so that a redrive
 * tries a mended value. Another value resets the destination's state.
 */
export async function findTarget(
  { name, kind }: Pick<Destination, 'name' | 'kind'>,
  lease: Pick<Lease, 'state' | 'change'>,
  { readSecret, allowLoopback }: Secrets,
): Promise<Target | NoTarget> {
  const parameter = `The SSM parameter ${destinationParameter(name)}`;
  const { state } = lease;
  const read = (isNow: boolean) =>
    readSecret(name, isNow).catch((error: unknown) => {
      if (!isUndecryptable(error)) throw error;
      throw new ParameterUnusable(`its KMS key must be alias/aws/ssm (${error.name})`);
    });
  try {
    const kept = await read(state.off !== null);
    const isLatest = kept === null ? state.failures !== null : fingerprintOf(kept) === state.value;
    const value = isLatest ? kept : await read(true);
    if (value === null) return noTarget(`${parameter} is missing.`);
    const fingerprint = fingerprintOf(value);
    if (fingerprint !== state.value)
      await lease.change({ value: fingerprint, off: null, silentUntil: 0, movedTo: null });
    const targetAt = (movedTo: number | null): Target => ({
      fingerprint,
      service: createService(kind, value, { allowLoopback, movedTo }),
      place: `${fingerprint}${movedTo ?? ''}`,
      movedTo: targetAt,
    });
    return targetAt(lease.state.movedTo);
  } catch (error) {
    if (!(error instanceof ParameterUnusable)) throw error;
    return noTarget(`${parameter} can't be used: ${error.message}.`);
  }
}
