import { rmSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Permission } from '../../lib/cli/frame/command.ts';
import { commands } from '../../lib/cli/frame/commands.ts';
import { permittedNeeds } from '../support/aws-calls.ts';
import { useCommandLine } from '../support/command-line.ts';
import { type Ended, expectRefusal } from './chainbell.ts';
import { commandCases, initFile } from './command-cases.ts';
import { useHealthyDeployment } from './healthy-deployment.ts';

const line = useCommandLine();
const deployed = useHealthyDeployment(line);
afterAll(() => rmSync(initFile, { force: true }));

const all = await Promise.all(
  commands.map(async ({ name, load }) => ({
    name,
    case: commandCases[name],
    permissions: (await load()).permissions,
  })),
);

describe.each(all)('chainbell $name', ({ case: one, permissions }) => {
  beforeEach(() => one.prepare?.(line, deployed));
  const run = (argv: readonly string[]) => line.run(argv, one.input);

  /** Every line of the case, one after the other. */
  async function runAll(refused?: string): Promise<Ended[]> {
    const ended = [await run(one.works)];
    one.breaks?.(line, deployed);
    // What breaks something answers for AWS too.
    if (refused !== undefined) line.refuse(refused);
    for (const argv of one.also ?? []) ended.push(await run(argv));
    return ended;
  }

  it('does its work', async () => {
    const { code, stdout, stderr } = await run(one.works);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd()).toMatch(one.prints);
  });

  it('prints JSON', async () => {
    const { code, stdout, stderr } = await run(one.alwaysJson ? one.works : [...one.works, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    if (Array.isArray(one.json)) expect(JSON.parse(stdout)).toMatchObject(one.json);
    else expect({ json: JSON.parse(stdout) }).toMatchObject({ json: one.json });
  });

  it('says of a wrong use in one sentence what is wrong, and asks nothing of AWS', async () => {
    const [argv, said] = one.wrong;
    expectRefusal(await run(argv), said);
    expect([...line.asked]).toEqual([]);
  });

  if (permissions.length === 0)
    it('asks nothing of AWS, so that nothing can be refused', async () => {
      await runAll();
      expect([...line.asked]).toEqual([]);
    });
  else {
    it('asks AWS for what docs/examples/policies lists, and for no more', async () => {
      const asked = new Set<string>();
      const note = () => {
        for (const need of line.asked) asked.add(need);
      };
      await run(one.works);
      note();
      one.breaks?.(line, deployed);
      for (const argv of one.also ?? []) {
        await run(argv);
        note();
      }
      expect([...asked].sort()).toEqual(permittedNeeds(permissions).sort());
    });

    it('says how to sign in again if the credentials have expired', async () => {
      line.answer(permissions[0]?.action ?? '', () => {
        const message = 'The security token included in the request is expired';
        throw Object.assign(new Error(message), { name: 'ExpiredTokenException', $metadata: {} });
      });
      expect(await run(one.works)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'The AWS credentials have expired: sign in again by aws sso login (with --profile where AWS_PROFILE is set), or get new keys from where you had these.\n',
      });
    });

    it.each(tried(byAction(permissions)))('without $action: $means', async ({ action, isNeeded }) => {
      line.refuse(action);
      const ended = await runAll(action);
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
        expect(code).toBe(isFinding ? 1 : 2);
        if (isFinding) {
          expect(stdout + stderr).toContain(`these credentials may not call ${action}. `);
        } else {
          expect(stdout).toBe('');
          expect(stderr).toMatch(
            new RegExp(`^AWS does not let these credentials call ${action}\\. [^\\n]*\\n$`),
          );
        }
      }
    });
  }
});

interface Refusal {
  readonly action: string;
  readonly isNeeded: boolean;
  readonly means: string;
}

/** All of them, or the first that it needs and the first that it can do without. */
function tried(refusals: readonly Refusal[]): readonly Refusal[] {
  if (inject('thorough')) return refusals;
  return refusals.filter((one) => refusals.find(({ isNeeded }) => isNeeded === one.isNeeded) === one);
}

/** One of each action: a command may need it on one part, and do without it on another. */
function byAction(permissions: readonly Permission[]): Refusal[] {
  return Array.from(
    Map.groupBy(permissions, ({ action }) => action),
    ([action, some]) => {
      const isNeeded = some.some(({ without }) => without === undefined);
      return {
        action,
        isNeeded,
        means: isNeeded ? 'it says which statement is missing' : (some[0]?.without ?? ''),
      };
    },
  );
}
