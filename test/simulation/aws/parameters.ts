import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import type { Troubles } from '../troubles.ts';
import type { AwsCalls } from './aws-calls.ts';

/** SSM's parameters in memory. */
export class SimParameters {
  readonly ssm: SSMClient;
  private readonly values = new Map<string, string>();

  constructor(calls: Pick<AwsCalls, 'call'>, troubles: Troubles) {
    const send = (command: unknown) => {
      if (!(command instanceof GetParameterCommand))
        throw new Error(`SSM in memory does not know ${String(command)}`);
      const { Name: name = '' } = command.input;
      return calls.call({
        point: 'get a parameter',
        service: 'SSM',
        faults: [],
        act: () => {
          const value = this.values.get(name);
          if (value === undefined) troubles.note('no parameter');
          if (value === undefined) throw new ParameterNotFound({ message: name, $metadata: {} });
          return { Parameter: { Value: value } };
        },
      });
    };
    this.ssm = Object.assign(Object.create(SSMClient.prototype), { send });
  }

  /** @param value null deletes it */
  put(name: string, value: string | null): void {
    if (value === null) this.values.delete(name);
    else this.values.set(name, value);
  }
}
