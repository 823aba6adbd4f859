import { fileURLToPath } from 'node:url';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What a function may do: the sid names it, so that a test can take one away and see what breaks. */
export interface Permission {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resource: string;
}

export interface ChainbellFunctionProps {
  /** A folder of functions/ with a handler.ts. */
  readonly folder: 'dispatch-polls' | 'poll-wallets';
  readonly description: string;
  readonly timeout: Duration;
  /**
   * 512 unless given, which is a third of a vCPU: TLS handshakes and a cold start stay under a second. More memory is more
   * of a processor as well.
   */
  readonly memoryMegabytes?: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly permissions: readonly Permission[];
}

/** One function with its bundle, its log group and a role that allows what is listed and no more. */
export class ChainbellFunction extends Construct {
  readonly function: NodejsFunction;
  /** The one policy of its role. */
  readonly policy: IConstruct;

  constructor(scope: Construct, id: string, props: ChainbellFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logging: Permission = {
      sid: 'WriteLogs',
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resource: logGroup.logGroupArn,
    };
    for (const { sid, actions, resource } of [...props.permissions, logging]) {
      role.addToPolicy(new PolicyStatement({ sid, actions: [...actions], resources: [resource] }));
    }
    this.policy = role.node.findChild('DefaultPolicy');

    this.function = new NodejsFunction(this, 'Function', {
      description: props.description,
      entry: `${repository}functions/${props.folder}/handler.ts`,
      depsLockFilePath: `${repository}package-lock.json`,
      projectRoot: repository,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes ?? 512,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        minify: true,
        sourceMap: true,
        sourcesContent: false,
        // The lock file decides which SDK runs, not the runtime's release of the day.
        bundleAwsSDK: true,
        // CommonJS parts of dependencies call require(), which an ES module does not have.
        banner:
          "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
  }
}
