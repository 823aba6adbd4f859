import { functionFolders } from '../lib/aws/bundling.ts';
import { codeSha256 } from '../lib/aws/function-zip.ts';

/** `npm run -s hashes`: each function's CodeSha256, as Lambda shows it where it runs these sources. */
for (const folder of functionFolders) process.stdout.write(`${await codeSha256(folder)}  ${folder}\n`);
