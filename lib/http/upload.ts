import { Problem } from '#lib/problems/problem.ts';

/** The largest file that a form takes, in bytes: a photo of any phone. */
export const MAX_FILE_BYTES = 10_000_000;
/** Room for the other fields and what separates them. */
const MAX_OTHER_BYTES = 16_384;

/** A form with a file: its text fields in order, and the file; null where none was chosen. */
type Upload = { texts: [string, string][]; file: UploadedFile | null };
export type UploadedFile = Uint8Array | 'too_large';

/**
 * Reads a multipart form (RFC 7578) with at most one file. No more than the limit is kept of a body: where the file is larger,
 * the fields before it are still read, so that the form can say so.
 * @throws Problem `validation_failed`
 */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const { bytes, isCut } = await readUpTo(request, MAX_FILE_BYTES + MAX_OTHER_BYTES);
  const end = isCut ? [Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2]}--\r\n`)] : [];
  const form = await new Response(new Blob([bytes, ...end]), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Problem('validation_failed', 'The form cannot be read.');
    });
  const texts: [string, string][] = [];
  const files: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.push([name, value]);
    // An empty file field is how browsers send that none was chosen.
    else if (value.size > 0) files.push(value);
  }
  const [file, ...more] = files;
  if (more.length > 0) throw new Problem('validation_failed', 'The form has several files.');
  if (!file) return { texts, file: null };
  if (isCut || file.size > MAX_FILE_BYTES) return { texts, file: 'too_large' };
  return { texts, file: new Uint8Array(await file.arrayBuffer()) };
}

async function readUpTo(request: Request, limit: number): Promise<{ bytes: Buffer<ArrayBuffer>; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    // The rest is read and dropped: a browser shows no answer that comes before it has sent everything.
    if (size <= limit) chunks.push(chunk);
    size += chunk.length;
  }
  const bytes = Buffer.concat(chunks);
  return size > limit ? { bytes: bytes.subarray(0, limit), isCut: true } : { bytes, isCut: false };
}
