/** Of Chainbell, as package.json has it, which a test holds it to: a function's bundle has no package.json. */
export const version = '0.1.0';
