import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import type * as z from 'zod'

/** Sends a GET request and follows redirects. Reads the whole body. */
export type Download = (url: string, options: DownloadOptions) => Promise<Downloaded>

export interface DownloadOptions {
  /** Maximum size of the body. A longer body is cut. */
  readonly mostBytes: number
  readonly signal: AbortSignal
}

export interface Downloaded {
  readonly status: number
  readonly bytes: Uint8Array
  readonly isCut: boolean
}

/** Downloads a complete body that must exist. @throws {HermesError} `skill/source`; the errors of `download`. */
export async function requireBytes(url: string, download: Download, options: DownloadOptions): Promise<Uint8Array> {
  const { host } = new URL(url)
  const { status, bytes, isCut } = await download(url, options).catch((cause: unknown) => {
    options.signal.throwIfAborted()
    throw HermesError.is(cause) ? cause : new HermesError('skill/source', `${host} could not be reached.`, { cause })
  })
  if (status < 200 || status > 299) throw new HermesError('skill/source', `${host} answered with status ${status}.`)
  if (isCut)
    throw new HermesError('skill/source', `${host} sent more than ${Math.round(options.mostBytes / 2 ** 20)} MiB.`)
  return bytes
}

/** Maximum size of a JSON answer. Indexes of hubs are a few megabytes. */
const mostJson = 16 * 2 ** 20

/** Downloads a JSON answer with this schema. @throws {HermesError} `skill/source`; the errors of `download`. */
export async function requireJson<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  { download, signal }: { readonly download: Download; readonly signal: AbortSignal },
): Promise<z.output<Schema>> {
  const bytes = await requireBytes(url, download, { mostBytes: mostJson, signal })
  try {
    return schema.parse(parseJson(Buffer.from(bytes).toString('utf8')))
  } catch (cause) {
    throw new HermesError('skill/source', `${new URL(url).host} answered in a form that is not known.`, { cause })
  }
}
