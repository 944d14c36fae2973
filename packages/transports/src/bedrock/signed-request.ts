import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { isRecord } from '@hermes/safety'
import { loadSdk } from './load-sdk.js'

/** A request built by the SDK. `headers` include the signature. */
export interface SignedRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  path: string
  readonly headers: Record<string, string>
  body?: unknown
}

export interface SignedCall {
  readonly model: string
  readonly streaming: boolean
  readonly body: Uint8Array<ArrayBuffer>
  /** Extra headers, which are signed and sent along with those that the service requires. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Builds and signs a request with an existing body. The SDK is used for nothing else: it would serialize the whole
 * conversation again on each call, and its stream reader is many times slower than the service.
 */
export async function signRequest(client: BedrockRuntimeClient, call: SignedCall): Promise<SignedRequest> {
  const { ConverseStreamCommand } = await loadSdk()
  const command = new ConverseStreamCommand({ modelId: call.model })
  let signed: unknown
  command.middlewareStack.add(
    (next) => async (args) => {
      complete(asRequest(args.request), call)
      return next(args)
    },
    { step: 'build', name: 'complete', priority: 'high' },
  )
  command.middlewareStack.addRelativeTo(
    () => async (args: { readonly request: unknown }) => {
      signed = args.request
      return { response: undefined, output: { stream: undefined, $metadata: {} } }
    },
    { name: 'capture', relation: 'after', toMiddleware: 'httpSigningMiddleware' },
  )
  await client.send(command)
  return asRequest(signed)
}

function complete(request: SignedRequest, { body, headers, streaming }: SignedCall): void {
  request.body = body
  Object.assign(request.headers, headers)
  // The two operations differ only in their path.
  if (!streaming) request.path = request.path.replace(/-stream$/, '')
}

function asRequest(value: unknown): SignedRequest {
  if (isRequest(value)) return value
  throw new TypeError('The AWS SDK built a request of an unknown shape.')
}

function isRequest(value: unknown): value is SignedRequest {
  return (
    isRecord(value) && typeof value.hostname === 'string' && typeof value.path === 'string' && isRecord(value.headers)
  )
}
