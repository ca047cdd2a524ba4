import { createClient } from 'fundraising-partner';
import { openShop } from './shop.ts';

/** Runs the shop by hand: `BASE_URL`, `API_KEY` and `CAUSE` are those that `npm start` of the service prints. */
const { BASE_URL = 'http://localhost:3000', API_KEY = '', CAUSE = '', PORT = '4321' } = process.env;
const { PUBLIC_URL = 'https://shop.example' } = process.env;

const partner = createClient({ apiKey: API_KEY, baseUrl: BASE_URL });
const { url } = await openShop({ partner, cause: CAUSE, publicUrl: PUBLIC_URL, port: Number(PORT) });
process.stdout.write(`The shop is at ${url}\n`);
