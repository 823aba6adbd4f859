import type { PhoneMessage } from './phone-page.ts';

/** An alarm in SNS's mail: subject and text are CloudWatch's, except for name and description. */
export function alarmMail(name: string, description: string): PhoneMessage {
  const email = `You are receiving this email because your Amazon CloudWatch Alarm "${name}" in the US East (N. Virginia) region has entered the ALARM state, because "Threshold Crossed: 1 datapoint [3.0 (02/01/26 03:04:00)] was greater than or equal to the threshold (1.0)." at "Friday 02 January, 2026 03:09:00 UTC".

View this alarm in the AWS Management Console:
https://us-east-1.console.aws.amazon.com/cloudwatch/deeplink.js?region=us-east-1#alarmsV2:alarm/${encodeURIComponent(name)}

Alarm Details:
- Name:                       ${name}
- Description:                ${description}
- State Change:               OK -> ALARM
- Reason for State Change:    Threshold Crossed: 1 datapoint [3.0 (02/01/26 03:04:00)] was greater than or equal to the threshold (1.0).
- Timestamp:                  Friday 02 January, 2026 03:09:00 UTC
- AWS Account:                123456789012`;
  return { name, subject: `ALARM: "${name}" in US East (N. Virginia)`, email, sms: null };
}
