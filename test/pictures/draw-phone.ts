import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alertTexts } from '../../functions/alert/publish.ts';
import { messageForms } from '../../functions/incidents/operations-text.ts';
import { withAll } from '../aws/alarm-table.ts';
import { resources } from '../aws/synthesised.ts';
import { executablePath, hasChromium, startBrowser } from '../page/browser.ts';
import { alertExamples, summaryExamples } from '../support/every-alert.ts';
import { operationsExamples } from '../support/every-incident.ts';
import { operationsOrigin } from '../support/operations-origin.ts';
import { alarmMail } from './alarm-mail.ts';
import { type PhoneMessage, phonePage } from './phone-page.ts';

/**
 * `npm run pictures:phone`: draws every type of message as on a phone, four to a picture, in a new folder outside the
 * repository. Look at them after a change to texts, because no test notices a line that reads badly.
 */
if (!hasChromium) throw new Error(`There is no Chromium at ${executablePath}: set CHROMIUM to its path.`);

const alerts = [...alertExamples, ...summaryExamples].map(
  ([name, alert]): PhoneMessage => ({ name, ...alertTexts(alert) }),
);
const operations = operationsExamples.map(
  ([name, message]): PhoneMessage => ({ name, ...messageForms(message, operationsOrigin) }),
);
const alarms = resources(withAll, 'AWS::CloudWatch::Alarm').map(({ properties }) =>
  alarmMail(properties.AlarmName, properties.AlarmDescription),
);

const perPicture = 4;
const folder = await mkdtemp(join(tmpdir(), 'chainbell-phone-'));
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1_672, height: 900 } });
  for (const [kind, messages] of Object.entries({ alerts, operations, alarms })) {
    for (let at = 0; at < messages.length; at += perPicture) {
      await page.setContent(phonePage(messages.slice(at, at + perPicture)));
      const path = join(folder, `${kind}-${String(at / perPicture + 1).padStart(2, '0')}.png`);
      await page.screenshot({ path, fullPage: true });
      process.stdout.write(`${path}\n`);
    }
  }
} finally {
  await browser.close();
}
