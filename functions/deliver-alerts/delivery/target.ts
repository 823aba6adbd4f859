import { hash } from 'node:crypto';
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

/** Why the parameter can't be used, in words that name it and quote nothing of its value. */
export type NoTarget = string;

interface Secrets {
  /** Null: the parameter is missing. */
  readonly readSecret: (destination: string) => Promise<string | null>;
  readonly allowLoopback: boolean;
}

/** The parameter is read for each batch, so that a redrive after mending is tried. Another value begins with a clean slate. */
export async function findTarget(
  { name, kind }: Pick<Destination, 'name' | 'kind'>,
  lease: Pick<Lease, 'state' | 'change'>,
  { readSecret, allowLoopback }: Secrets,
): Promise<Target | NoTarget> {
  const parameter = `The SSM parameter ${destinationParameter(name)}`;
  const value = await readSecret(name);
  if (value === null) return `${parameter} is missing.`;
  const fingerprint = hash('sha256', value).slice(0, 32);
  if (fingerprint !== lease.state.value)
    await lease.change({ value: fingerprint, off: null, silentUntil: 0, movedTo: null });
  const targetAt = (movedTo: number | null): Target => ({
    fingerprint,
    service: createService(kind, value, { allowLoopback, movedTo }),
    place: `${fingerprint}${movedTo ?? ''}`,
    movedTo: targetAt,
  });
  try {
    return targetAt(lease.state.movedTo);
  } catch (error) {
    if (!(error instanceof ParameterUnusable)) throw error;
    return `${parameter} can't be used: ${error.message}.`;
  }
}
