import {
  GetEventSourceMappingCommand,
  ResourceNotFoundException as NoSuchTrigger,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  GetScheduleCommand,
  ResourceNotFoundException as NoSuchSchedule,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Deployment } from './deployment.ts';
import type { Fault } from './shared-faults.ts';

export async function scheduleFault({ aws, resources }: Deployment): Promise<Fault | null> {
  const [schedule] = await resources('AWS::Scheduler::Schedule');
  if (schedule === undefined) return { what: 'there is no schedule', toDo: 'npx cdk deploy makes it.' };
  const scheduler = await aws.scheduler();
  try {
    const found = await scheduler.send(new GetScheduleCommand({ Name: schedule.id.replace(/^.*[|/]/, '') }));
    if (found.State === 'ENABLED') return null;
    return {
      what: 'the schedule is off',
      toDo: 'npx chainbell doctor --fix switches it on.',
      async fix() {
        const { Name, ScheduleExpression, FlexibleTimeWindow, Target, GroupName, Description } = found;
        const kept = { Name, ScheduleExpression, FlexibleTimeWindow, Target, GroupName, Description };
        await scheduler.send(new UpdateScheduleCommand({ ...kept, State: 'ENABLED' }));
        return 'The schedule is on.';
      },
    };
  } catch (error) {
    if (!(error instanceof NoSuchSchedule)) throw error;
    // A plain deploy compares templates and finds nothing to do.
    return { what: 'somebody deleted the schedule', toDo: 'npx cdk deploy --revert-drift makes it again.' };
  }
}

export async function pollTriggerFault(deployment: Deployment): Promise<Fault | null> {
  return (await triggerFaults(deployment, /TakePolls/, "the poll function's trigger"))[0] ?? null;
}

/** @param ours matches the logical ids of such triggers */
export async function triggerFaults({ aws, resources }: Deployment, ours: RegExp, trigger: string) {
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
      if (!(error instanceof NoSuchTrigger)) throw error;
      // CloudFormation still lists the deleted trigger.
      return { what: `somebody deleted ${trigger}`, toDo: 'npx cdk deploy --revert-drift makes it again.' };
    }
  };
  const found = mappings.filter(({ logicalId }) => ours.test(logicalId)).map(({ id }) => faultOf(id));
  return (await Promise.all(found)).filter((fault) => fault !== null);
}
