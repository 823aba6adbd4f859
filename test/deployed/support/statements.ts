import * as z from 'zod';
import type { Aws } from './aws.ts';

const functionRole = z.object({ Role: z.string() });
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '');

const document = z.object({
  Statement: z.array(
    z.object({
      Sid: z.string(),
      Effect: z.literal('Allow'),
      Action: z.union([z.string().transform((action) => [action]), z.array(z.string())]),
      Resource: z.union([z.string().transform((resource) => [resource]), z.array(z.string())]),
    }),
  ),
});
export type Statement = z.infer<typeof document>['Statement'][number];

/** Everything a function's role allows, as deployed. */
export async function statementsOf(aws: Aws, functionName: string): Promise<Statement[]> {
  const { Role } = functionRole.parse(await aws.configurationOf(functionName));
  const RoleName = Role.split('/').at(-1) ?? '';
  const iam = { Version: '2010-05-08', RoleName };
  const attached = elements(
    await aws.query('iam', { ...iam, Action: 'ListAttachedRolePolicies' }),
    'PolicyArn',
  );
  if (attached.length > 0) throw new Error(`${RoleName} has managed policies: ${attached.join(', ')}`);
  const names = elements(await aws.query('iam', { ...iam, Action: 'ListRolePolicies' }), 'member');
  const documents = await Promise.all(
    names.map(async (PolicyName) => {
      const xml = await aws.query('iam', { ...iam, Action: 'GetRolePolicy', PolicyName });
      const [text] = elements(xml, 'PolicyDocument');
      return document.parse(JSON.parse(decodeURIComponent(text ?? '')));
    }),
  );
  return documents.flatMap(({ Statement }) => Statement);
}
