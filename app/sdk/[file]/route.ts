import { sdkPackage } from '#lib/http/sdk-package.ts';

/** The package of the SDK: `fundraising-partner-<version>.tgz`, or `latest.tgz` for the version of this deployment. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return sdkPackage(request, (await params).file);
}
