import { GetEventSourceMappingCommand, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { type Found, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

/** What has functions take messages from their queues: nothing where all of it is on. */
export async function lookAtReaders({ aws, resources }: Patient): Promise<Found[]> {
  const mappings = await resources('AWS::Lambda::EventSourceMapping');
  const found = await Promise.all(
    mappings.map(async ({ id, logicalId }): Promise<Found[]> => {
      const loss = /TakePolls/.test(logicalId)
        ? { reader: 'what gives polls to the poll function', so: 'no wallet is polled' }
        : { reader: 'what gives alerts to the deliver function', so: 'a destination gets none' };
      const state = await stateOf(id, aws);
      if (state === null)
        return [
          wrong(
            `somebody deleted ${loss.reader}, so ${loss.so}: npx cdk deploy --revert-drift makes it again.`,
          ),
        ];
      if (!/^Disabl/.test(state)) return [];
      return [
        wrong(
          `${loss.reader} is off, so ${loss.so}: enable it in the console (Lambda, the function, Configuration, Triggers), or npx cdk deploy --revert-drift.`,
        ),
      ];
    }),
  );
  return found.flat();
}

/** Null: there is none any more, though the stack has one. */
async function stateOf(UUID: string, aws: Patient['aws']): Promise<string | null> {
  const lambda = await aws.lambda();
  try {
    return (await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State ?? '';
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}
