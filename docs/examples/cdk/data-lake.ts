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
 * All alerts as gzipped lines of JSON in S3, for Athena or another query engine; no code of yours runs.
 *
 * ```ts
 * new DataLake(stack, 'Lake', chainbell.alertsTopic);
 * ```
 *
 * Alerts come at least once: a query must drop repeats by `id`.
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
      // `as` is needed only under exactOptionalPropertyTypes, which most apps do not set.
      destination: new S3Bucket(this.bucket as IBucket, {
        dataOutputPrefix: 'alerts/!{timestamp:yyyy/MM/dd}/',
        errorOutputPrefix: 'failed/!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd}/',
        // Few, large objects: one holds the alerts of up to 15 minutes.
        bufferingInterval: Duration.minutes(15),
        compression: Compression.GZIP,
        // Ends each alert with a line break. If SNS adds one too, empty lines lie between alerts.
        processors: [new AppendDelimiterToRecordProcessor()],
      }),
    });
    // Raw: the alert's JSON without SNS's envelope.
    alerts.addSubscription(new FirehoseSubscription(stream, { rawMessageDelivery: true }));
  }
}
