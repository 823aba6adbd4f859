import process from 'node:process';
import { deployment } from './deploy.ts';
import { createStack } from './stack.ts';

/** The stack that run.ts deployed. */
export const stack = createStack(deployment.parse(JSON.parse(process.env.CHAINBELL_DEPLOYMENT ?? '{}')));
