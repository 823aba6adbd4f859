import { GetParameterCommand, ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm';

/** Null: there is no such parameter. */
export async function readParameter(
  ssm: SSMClient,
  Name: string,
  abortSignal?: AbortSignal,
): Promise<string | null> {
  const options = abortSignal === undefined ? {} : { abortSignal };
  try {
    const reply = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }), options);
    return reply.Parameter?.Value ?? null;
  } catch (error) {
    if (error instanceof ParameterNotFound) return null;
    throw error;
  }
}
