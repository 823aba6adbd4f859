import { functionFolders } from '../lib/aws/bundling.ts';
import { codeSha256 } from '../lib/aws/function-zip.ts';

/** `npm run -s hashes`: the CodeSha256 that Lambda says of each function which runs these sources. */
for (const folder of functionFolders) process.stdout.write(`${await codeSha256(folder)}  ${folder}\n`);
