import {
  GetEventSourceMappingCommand,
  ResourceNotFoundException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { type Fault, type Found, faulty } from './finding.ts';
import type { Patient } from './patient.ts';

/** Nothing if all triggers are on. */
export async function lookAtReaders(patient: Patient): Promise<Found[]> {
  const [polls, alerts] = await Promise.all([triggerFaults(patient, true), triggerFaults(patient, false)]);
  return [
    ...polls.map((fault) => faulty(fault)),
    ...alerts.map((fault) => faulty(fault, 'a destination gets none')),
  ];
}

export async function pollTriggerFault(patient: Patient): Promise<Fault | null> {
  return (await triggerFaults(patient, true))[0] ?? null;
}

async function triggerFaults({ aws, resources }: Patient, ofPolls: boolean): Promise<Fault[]> {
  const trigger = ofPolls ? "the poll function's trigger" : 'a trigger of the deliver function';
  const mappings = await resources('AWS::Lambda::EventSourceMapping');
  const lambda = await aws.lambda();
  const faultOf = async (UUID: string): Promise<Fault | null> => {
    try {
      const { State = '' } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
      if (!/^Disabl/.test(State)) return null;
      const switchOn = new UpdateEventSourceMappingCommand({ UUID, Enabled: true });
      return {
        what: `${trigger} is off`,
        toDo: 'npx chainbell doctor --fix switches it on.',
        fix: () => lambda.send(switchOn).then(() => `${trigger} is on.`),
      };
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      // CloudFormation still lists it.
      return { what: `somebody deleted ${trigger}`, toDo: 'npx cdk deploy --revert-drift makes it again.' };
    }
  };
  const ours = mappings.filter(({ logicalId }) => /TakePolls/.test(logicalId) === ofPolls);
  return (await Promise.all(ours.map(({ id }) => faultOf(id)))).filter((fault) => fault !== null);
}
