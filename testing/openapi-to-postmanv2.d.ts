declare module 'openapi-to-postmanv2' {
  type Result = { result: true; output: { type: 'collection'; data: object }[] } | { result: false; reason: string };
  /** Makes a Postman collection of an OpenAPI document. */
  export function convert(
    input: { type: 'json'; data: object },
    options: Record<string, unknown>,
    done: (error: Error | null, result: Result) => void,
  ): void;
}
