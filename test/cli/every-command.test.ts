import { beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/cli/frame/command.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { permittedNeeds } from '../support/aws-calls.ts';
import { useCommandLine } from '../support/command-line.ts';
import { commandCases } from './command-cases.ts';
import { useHealthyDeployment } from './healthy-deployment.ts';
import { transcripts, wordsOf } from './transcript.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);
const told = transcripts(line);

const all = await Promise.all(
  commands.map(async ({ name, load }) => ({
    name,
    case: commandCases[name],
    permissions: (await load()).permissions,
  })),
);

describe.each(all)('chainbell $name', ({ case: one, permissions }) => {
  beforeEach(() => one.prepare?.(line, deployed));
  const [works, prints] = one.works;

  /** Runs every line of the case. */
  async function runAll<T>(run: (typed: string) => Promise<T>, refused?: string): Promise<T[]> {
    const ended: T[] = [];
    for (const typed of [works, ...(one.also ?? [])]) {
      if (ended.length === 1) {
        one.breaks?.(line, deployed);
        // A fault also sets answers of AWS, so the refusal is set last.
        if (refused !== undefined) line.refuse(refused);
      }
      ended.push(await run(typed));
    }
    return ended;
  }
  const run = (typed: string) => line.run(wordsOf(typed), one.input);

  told(
    'does its work by the AWS actions of docs/examples/policies, and says of a wrong use what is wrong without asking AWS',
    async ({ type, says }) => {
      const asked = await runAll(async (typed) => {
        await (typed === works ? type(works, one.input).then(() => says(prints)) : run(typed));
        return [...line.asked];
      });
      expect([...new Set(asked.flat())].sort()).toEqual(permittedNeeds(permissions).sort());
      await type(one.wrong[0], one.input);
      says(`! ${one.wrong[1]} … [exit code 2] $`);
      expect([...line.asked]).toEqual([]);
    },
  );

  told('prints JSON', async ({ type, says }) => {
    const printed = await type(one.alwaysJson ? works : `${works} --json`, one.input);
    expect(() => JSON.parse(printed)).not.toThrow();
    says(one.json);
  });

  if (permissions.length === 0) return;

  it('says how to sign in again if credentials expired', async () => {
    line.answer(permissions[0]?.action ?? '', () => {
      const message = 'The security token included in the request is expired';
      throw Object.assign(new Error(message), { name: 'ExpiredTokenException', $metadata: {} });
    });
    expect(await run(works)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'The AWS credentials have expired: sign in again by aws sso login (with --profile if AWS_PROFILE is set), or get new keys.\n',
    });
  });

  it.each(byAction(permissions))('without $action: $means', async ({ action, isNeeded }) => {
    line.refuse(action);
    const ended = await runAll(run, action);
    const statement = `{"Effect":"Allow","Action":"${action}","Resource":"arn:aws:`;
    const refused = ended.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes(statement));
    if (!isNeeded) {
      expect(ended[0]).toMatchObject({ code: 0, stderr: '' });
      expect(refused).toEqual([]);
      return;
    }
    expect(refused.length).toBeGreaterThan(0);
    const isFinding = one.refusal === 'a finding' && action !== permissions[0]?.action;
    for (const { code, stdout, stderr } of refused) {
      const said = `${stdout}${stderr}`;
      // A redrive has sent a letter before it may not delete it.
      const isBegun = said.includes('Sent again: 1. Then: AWS does not let');
      expect(isBegun).toBe(action === 'sqs:DeleteMessage');
      expect(code).toBe(isFinding || isBegun ? 1 : 2);
      if (isFinding && !isBegun) expect(said).toContain(`these credentials may not call ${action}. `);
      if (isFinding && isBegun) expect(said).toContain("can't be mended: Sent again: 1.");
      if (!isFinding && !isBegun) {
        expect(stdout).toBe('');
        expect(stderr).toMatch(
          new RegExp(`^AWS does not let these credentials call ${action}\\. [^\\n]*\\n$`),
        );
      }
    }
  });
});

interface Refusal {
  readonly action: string;
  readonly isNeeded: boolean;
  readonly means: string;
}

/** One refusal of each action: a command may need the action on one part, and do without it on another. */
function byAction(permissions: readonly Permission[]): Refusal[] {
  return Array.from(
    Map.groupBy(permissions, ({ action }) => action),
    ([action, some]) => {
      const isNeeded = some.some(({ without }) => without === undefined);
      const means = isNeeded ? 'it says which statement is missing' : (some[0]?.without ?? '');
      return { action, isNeeded, means };
    },
  );
}
