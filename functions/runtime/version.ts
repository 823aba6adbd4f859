/** The version of package.json, which no function's bundle has. */
export const version = '0.1.0';
