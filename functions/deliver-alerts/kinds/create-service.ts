import type { z } from 'zod';
import { checkedUrl, ForbiddenAddress } from '../../runtime/address-guard.ts';
import { parsedJson } from '../../runtime/parsed-json.ts';
import type { DestinationKind } from '../environment.ts';
import { createDiscord, discordParameter } from './discord.ts';
import { createPagerDuty, pagerdutyParameter } from './pagerduty.ts';
import type { Service } from './service.ts';
import { createSlack, slackParameter } from './slack.ts';
import { createTelegram, telegramParameter } from './telegram.ts';
import { createWebhook, webhookParameter } from './webhook.ts';

/** The message says what is wrong, and quotes nothing of the value. */
export class ParameterUnusable extends Error {
  override readonly name = 'ParameterUnusable';
}

export interface ServiceOptions {
  readonly allowLoopback: boolean;
  /** The chat's present id, if Telegram gave it another one. */
  readonly movedTo: number | null;
}

const services: Readonly<Record<DestinationKind, (value: string, movedTo: number | null) => Service>> = {
  telegram: (value, movedTo) => createTelegram(read(telegramParameter, value), movedTo),
  slack: (value) => createSlack(read(slackParameter, value)),
  discord: (value) => createDiscord(read(discordParameter, value)),
  pagerduty: (value) => createPagerDuty(read(pagerdutyParameter, value)),
  webhook: (value) => createWebhook(read(webhookParameter, value)),
};

export function createService(kind: DestinationKind, value: string, options: ServiceOptions): Service {
  const service = services[kind](value, options.movedTo);
  try {
    checkedUrl(service.url, options.allowLoopback);
    return service;
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error;
    throw new ParameterUnusable(`its address can't be used: ${error.message}`);
  }
}

function read<Shape extends z.ZodType>(shape: Shape, value: string): z.infer<Shape> {
  const reading = parsedJson(shape).safeParse(value);
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ParameterUnusable(
    field === ''
      ? 'its value is not a JSON object'
      : `its field "${field}" is missing or not as it should be`,
  );
}
