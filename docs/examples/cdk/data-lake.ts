import { Duration } from 'aws-cdk-lib';
import {
  AppendDelimiterToRecordProcessor,
  Compression,
  DeliveryStream,
  S3Bucket,
} from 'aws-cdk-lib/aws-kinesisfirehose';
import { BlockPublicAccess, Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { FirehoseSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/**
 * All alerts as lines of JSON in S3, gzipped, for Athena or whatever else reads a lake; no code of yours runs.
 *
 * ```ts
 * new DataLake(stack, 'Lake', chainbell.alertsTopic);
 * ```
 *
 * Alerts come at least once: a query drops repeats by `id`.
 */
export class DataLake extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, alerts: ITopic) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
    });
    const stream = new DeliveryStream(this, 'Stream', {
      // `as` is for the compiler's exactOptionalPropertyTypes alone; most apps go without both.
      destination: new S3Bucket(this.bucket as IBucket, {
        dataOutputPrefix: 'alerts/!{timestamp:yyyy/MM/dd}/',
        errorOutputPrefix: 'failed/!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd}/',
        // Few and large objects: what comes within a quarter of an hour is one.
        bufferingInterval: Duration.minutes(15),
        compression: Compression.GZIP,
        // One alert a line, whatever SNS puts between messages: at worst there is an empty line beside each.
        processors: [new AppendDelimiterToRecordProcessor()],
      }),
    });
    // Raw: the alert's JSON as it is, without SNS's envelope around it.
    alerts.addSubscription(new FirehoseSubscription(stream, { rawMessageDelivery: true }));
  }
}
