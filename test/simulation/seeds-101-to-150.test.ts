import { keepGuarantees } from './keep-guarantees.ts';

keepGuarantees(101, 150);
