import { keepGuarantees } from './keep-guarantees.ts';

keepGuarantees(51, 100);
