import { keepGuarantees } from './keep-guarantees.ts';

keepGuarantees(151, 200);
