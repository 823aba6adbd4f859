import { writeSection } from '../support/docs/docs-section.ts';
import { alarmTable } from './alarm-table.ts';

/** `npm run docs:alarms`: writes the alarms of the synthesised template into docs/runbook.md. */
writeSection('runbook', 'alarms', alarmTable());
