import type { z } from 'zod';
import { checkedUrl, ForbiddenAddress } from '../../runtime/address-guard.ts';
import type { DestinationKind } from '../environment.ts';
import { parsedJson } from '../parsed-json.ts';
import { createDiscord, discordParameter } from './discord.ts';
import { createPagerDuty, pagerdutyParameter } from './pagerduty.ts';
import type { Service } from './service.ts';
import { createSlack, slackParameter } from './slack.ts';
import { createTelegram, telegramParameter } from './telegram.ts';
import { createWebhook, webhookParameter } from './webhook.ts';

/** The value of a destination's parameter can't be used; the message says what is wrong, and nothing of the value. */
export class ParameterUnusable extends Error {
  override readonly name = 'ParameterUnusable';
}

/** @param movedTo the chat's id by now, where Telegram gave it another one */
export interface ServiceOptions {
  readonly allowLoopback: boolean;
  readonly movedTo: number | null;
}

/**
 * A service out of the value of its parameter.
 * @throws ParameterUnusable
 */
export function createService(kind: DestinationKind, value: string, options: ServiceOptions): Service {
  const checked = (url: string) => {
    try {
      checkedUrl(url, options.allowLoopback);
    } catch (error) {
      if (error instanceof ForbiddenAddress)
        throw new ParameterUnusable(`its address can't be used: ${error.message}`);
      throw error;
    }
  };
  switch (kind) {
    case 'telegram': {
      const parameter = read(telegramParameter, value);
      checked(parameter.api);
      return createTelegram({ ...parameter, chat: options.movedTo ?? parameter.chat });
    }
    case 'slack': {
      const parameter = read(slackParameter, value);
      checked(parameter.url);
      return createSlack(parameter);
    }
    case 'discord': {
      const parameter = read(discordParameter, value);
      checked(parameter.url);
      return createDiscord(parameter);
    }
    case 'pagerduty': {
      const parameter = read(pagerdutyParameter, value);
      checked(parameter.url);
      return createPagerDuty(parameter);
    }
    case 'webhook': {
      const parameter = read(webhookParameter, value);
      checked(parameter.url);
      return createWebhook(parameter);
    }
  }
}

function read<Shape extends z.ZodType>(shape: Shape, value: string): z.infer<Shape> {
  const reading = parsedJson(shape).safeParse(value);
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ParameterUnusable(
    field === '' ? 'its value is no JSON object' : `its field "${field}" is missing or not as it should be`,
  );
}
