import { keepGuarantees } from './keep-guarantees.ts';

keepGuarantees(1, 50);
