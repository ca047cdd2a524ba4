/** The version of the SDK in this repository; a test compares it with sdk/package.json. */
const VERSION = '1.1.3';

/** The address of the SDK's package in its version, which never changes: a lock file that names it stays valid. */
export function sdkPackage(baseUrl: string): string {
  return `${baseUrl}/sdk/fundraising-partner-${VERSION}.tgz`;
}
