import { writeSection } from '../support/docs/docs-section.ts';
import { permissionsTable } from './permissions.ts';

/** `npm run docs:permissions`: writes the roles of the synthesised template into docs/security.md. */
writeSection('security', 'permissions', permissionsTable());
