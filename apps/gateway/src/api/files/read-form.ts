import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream } from '@fastify/busboy'
import { badRequest, RequestError } from '../request/request-error.js'

export interface FormOptions<Content> {
  /** The part with the file. Files of other parts are skipped. */
  readonly filePart: string
  /** Takes the file while it arrives. A rejection stops the reading. */
  receive(content: AsyncIterable<Uint8Array>): Promise<Content>
  /** Undoes `receive` if the rest of the form is refused. */
  discard(content: Content): Promise<void>
  /** Maximum size of all parts together, in bytes. */
  readonly maxBytes: number
  /** Returns the error for a larger body. */
  tooLarge(): RequestError
}

export interface FormFile<Content> {
  readonly filename: string
  readonly content: Content
}

/** The parts of a form by name. Of several texts the last one counts, and of several files the first one. */
export type Form<Content> = ReadonlyMap<string, string | FormFile<Content>>

interface Receiving<Content> {
  readonly stream: BusboyFileStream
  readonly file: Promise<FormFile<Content>>
}

/**
 * Reads `multipart/form-data`, which has a boundary, piece by piece, so that a large file neither fills the memory nor holds up the process.
 * @throws {RequestError} when the body is not a form, or too large. Rejects with the reason of `receive`.
 */
export async function readForm<Content>(
  { body, headers }: Pick<Request, 'body' | 'headers'>,
  { filePart, receive, discard, maxBytes, tooLarge }: FormOptions<Content>,
): Promise<Form<Content>> {
  const parts = new Map<string, string | FormFile<Content>>()
  const refused = Promise.withResolvers<never>()
  let receiving: Receiving<Content> | undefined
  const parser = await createParser(headers.get('content-type') ?? '')
  parser.on('field', (name, text) => parts.set(name, text))
  parser.on('file', (name, stream, filename) => {
    stream.on('error', heardElsewhere)
    if (name !== filePart || receiving) return void stream.resume()
    const file = receive(chunksOf(stream)).then((content) => ({ filename: unescapeName(filename), content }))
    file.catch(refused.reject)
    receiving = { stream, file }
  })
  try {
    const parsing = pipeline(limited(body, maxBytes, tooLarge), parser).catch(refuse)
    await Promise.race([parsing, refused.promise])
    if (receiving) parts.set(filePart, await receiving.file)
    return parts
  } catch (error) {
    parser.destroy()
    receiving?.stream.destroy()
    const file = await receiving?.file.catch(() => undefined)
    if (file) await discard(file.content)
    throw error
  }
}

async function createParser(contentType: string) {
  // Only uploads need this module.
  const { default: busboy } = await import('@fastify/busboy')
  const parser = new busboy.Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: (_name, _type, filename) => filename !== undefined,
    preservePath: true,
  })
  parser.on('error', heardElsewhere)
  return parser
}

function heardElsewhere(): void {
  // The reading ends with the same error. Without a listener, Node.js would end the process.
}

async function* limited(body: Request['body'], maxBytes: number, tooLarge: () => RequestError) {
  let bytes = 0
  // Canceling the body would close the connection, which the answer still needs.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}

async function* chunksOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    refuse(error)
  }
}

function refuse(error: unknown): never {
  if (error instanceof RequestError) throw error
  throw badRequest('The request body is not valid multipart/form-data, or it has ended too early.')
}

/** Clients escape quotes and line breaks of a name like HTML forms do. */
function unescapeName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}
