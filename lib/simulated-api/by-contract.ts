/** How a service treats a filter by contracts, which the API document does not know. */
export type ByContract = 'honoured' | 'ignored' | 'refused';

const parameters = ['contract_addresses[]', 'contract_addresses'];

/** The contracts that a request asks for, in lower case; null: for all. */
export function contractsOf(query: URLSearchParams): ReadonlySet<string> | null {
  const given = parameters.flatMap((name) => query.getAll(name));
  return given.length === 0 ? null : new Set(given.map((address) => address.toLowerCase()));
}

/** As a validator of known parameters says it. */
export const contractsRefused = ['property contract_addresses should not exist'];
