/** As in package.json, which a test compares: a function's bundle has no package.json. */
export const version = '0.1.0';
