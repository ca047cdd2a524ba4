import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '#lib/http/openapi.ts';

/** The contract that partners have built on: a test compares the current one with it. */
const FILE = resolve(import.meta.dirname, '../lib/http/released-openapi.json');

const document = openApiDocument({ publicBaseUrl: 'https://api.example.org' });
// Examples promise nothing and are half of the document.
const contract = JSON.stringify(document, (name, value) => (/^examples?$/.test(name) ? undefined : value), 1);
writeFileSync(FILE, `${contract}\n`);
