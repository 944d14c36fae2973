import { type CallOptions, PlatformError } from '@hermes/core/platform'
import type { ApiClientOptions, InputFile, RawApi } from 'grammy'
import { needsPackage } from '../shared/needs-package.js'
import { isAbsolute, partBelowToken, readServedFile, tooLarge } from './read-served-file.js'
import type { TelegramLimits } from './telegram-limits.js'
import type { TelegramOptions } from './telegram-options.js'
import { toPlatformError } from './to-platform-error.js'

/** The Bot API, with failures as defined by the contract. */
export interface BotApi {
  /** Calls a method that has no further effect when it is repeated. */
  call: Call
  /** Calls a method that has another effect each time. */
  send: Call
  /** Like `send`, but with a file, which takes longer. */
  sendFile: Call
  download(fileId: string, options: CallOptions): Promise<Uint8Array>
  file(content: Uint8Array, name: string): InputFile
}

/** The signal of grammY, whose type is that of a polyfill, although it accepts the platform's. */
type BotSignal = NonNullable<Parameters<RawApi['getMe']>[0]>

function isBotSignal(signal: unknown): signal is BotSignal {
  return signal instanceof AbortSignal
}

/** The `fetch` of grammY, whose type is also that of a polyfill. */
type BotFetch = NonNullable<ApiClientOptions['fetch']>

function isBotFetch(fetch: unknown): fetch is BotFetch {
  return typeof fetch === 'function'
}

type Call = <Result>(
  perform: (raw: RawApi, signal: BotSignal) => Promise<Result>,
  options: CallOptions,
) => Promise<Result>

export interface BotApiServices {
  readonly fetch: typeof globalThis.fetch
  readonly limits: Pick<TelegramLimits, 'media'>
}

/** The time limit for a file in seconds: a server answers once it has passed on the whole file. */
const fileSeconds = 3600

export async function openBotApi(
  { token, api_root, poll_seconds }: TelegramOptions,
  { fetch, limits }: BotApiServices,
): Promise<BotApi> {
  // The main entry brings its own HTTP client.
  const { Api, InputFile } = await import('grammy/web').catch(needsPackage('Telegram', 'grammy'))
  const apiRoot = api_root.replace(/\/$/, '')
  if (!isBotFetch(fetch)) throw new TypeError('The fetch is not a function.')
  const { raw } = new Api(token, { apiRoot, fetch, timeoutSeconds: poll_seconds + 30 })

  const { raw: patient } = new Api(token, { apiRoot, fetch, timeoutSeconds: fileSeconds })

  const calling =
    (isRepeatable: boolean, api = raw): Call =>
    async (perform, { signal }) => {
      signal.throwIfAborted()
      try {
        if (!isBotSignal(signal)) throw new TypeError('The signal is not an AbortSignal.')
        return await perform(api, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw toPlatformError(error, isRepeatable)
      }
    }
  const [call, send, sendFile] = [calling(true), calling(false), calling(false, patient)]
  const askForFile = calling(true, patient)

  async function download(id: string, options: CallOptions): Promise<Uint8Array> {
    const { file_path: path, file_size: size = 0 } = await askForFile(
      (raw, signal) => raw.getFile({ file_id: id }, signal),
      options,
    )
    const max = limits.media.maxInBytes
    if (size > max) throw tooLarge(max)
    if (path === undefined) throw new PlatformError('gone', 'Telegram no longer has the file: send it again.')
    const here = await readServedFile(path, token, { max, ...options })
    if (here) return here
    try {
      const response = await fetch(`${apiRoot}/file/bot${token}/${partBelowToken(path, token)}`, options)
      if (!response.ok) throw new PlatformError('gone', refusalOf(response.status, path))
      const content = new Uint8Array(await response.arrayBuffer())
      if (content.length > max) throw tooLarge(max)
      return content
    } catch (cause) {
      options.signal.throwIfAborted()
      if (PlatformError.is(cause)) throw cause
      // The original message may contain the address, which includes the token.
      throw new PlatformError('transient', 'The file could not be loaded from Telegram.')
    }
  }

  return { call, send, sendFile, download, file: (content, name) => new InputFile(content, name) }
}

function refusalOf(status: number, path: string): string {
  if (!isAbsolute(path)) return `Telegram answered with ${status} instead of the file.`
  return `The Bot API server keeps files in a folder of its own, which is not on this machine (${status}): mount the folder here under the same path, or start the server without --local.`
}
