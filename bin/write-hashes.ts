import { codeSha256, functionFolders } from '../lib/aws/bundling.ts';

/** `npm run -s hashes`: each function's CodeSha256, as Lambda shows it if it runs these sources. */
for (const folder of functionFolders) process.stdout.write(`${await codeSha256(folder)}  ${folder}\n`);
