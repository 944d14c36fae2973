import { type CallOptions, PlatformError } from '@hermes/core/platform'
import type { ApiClientOptions, InputFile, RawApi } from 'grammy'
import { needsPackage } from '../shared/needs-package.js'
import { telegramLimits } from './telegram-limits.js'
import type { TelegramOptions } from './telegram-options.js'
import { toPlatformError } from './to-platform-error.js'

/** The Bot API, with the failures of the contract. */
export interface BotApi {
  /** Calls a method that has no further effect when it is repeated. */
  call: Call
  /** Calls a method that has another effect each time. */
  send: Call
  download(fileId: string, options: CallOptions): Promise<Uint8Array>
  file(content: Uint8Array, name: string): InputFile
}

/** grammY names the signal of a polyfill, and takes that of the platform. */
type BotSignal = NonNullable<Parameters<RawApi['getMe']>[0]>

function isBotSignal(signal: unknown): signal is BotSignal {
  return signal instanceof AbortSignal
}

/** The same for `fetch`: it names that of a polyfill. */
type BotFetch = NonNullable<ApiClientOptions['fetch']>

function isBotFetch(fetch: unknown): fetch is BotFetch {
  return typeof fetch === 'function'
}

type Call = <Result>(
  perform: (raw: RawApi, signal: BotSignal) => Promise<Result>,
  options: CallOptions,
) => Promise<Result>

export async function openBotApi(
  { token, api_root, poll_seconds }: TelegramOptions,
  fetch: typeof globalThis.fetch,
): Promise<BotApi> {
  // Its other entry brings an HTTP client of its own.
  const { Api, InputFile } = await import('grammy/web').catch(needsPackage('Telegram', 'grammy'))
  const apiRoot = api_root.replace(/\/$/, '')
  if (!isBotFetch(fetch)) throw new TypeError('The fetch is not a function.')
  const { raw } = new Api(token, { apiRoot, fetch, timeoutSeconds: poll_seconds + 30 })

  const calling =
    (isRepeatable: boolean): Call =>
    async (perform, { signal }) => {
      signal.throwIfAborted()
      try {
        if (!isBotSignal(signal)) throw new TypeError('The signal is not an AbortSignal.')
        return await perform(raw, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw toPlatformError(error, isRepeatable)
      }
    }
  const [call, send] = [calling(true), calling(false)]

  async function download(id: string, options: CallOptions): Promise<Uint8Array> {
    const { file_path: path, file_size: size = 0 } = await call(
      (raw, signal) => raw.getFile({ file_id: id }, signal),
      options,
    )
    const max = telegramLimits.media?.maxInBytes ?? 0
    if (size > max) throw tooLarge(max)
    if (path === undefined) throw new PlatformError('gone', 'Telegram no longer has the file: send it again.')
    try {
      const response = await fetch(`${apiRoot}/file/bot${token}/${path}`, options)
      if (!response.ok)
        throw new PlatformError('gone', `Telegram answered with ${response.status} instead of the file.`)
      const content = new Uint8Array(await response.arrayBuffer())
      if (content.length > max) throw tooLarge(max)
      return content
    } catch (cause) {
      options.signal.throwIfAborted()
      if (PlatformError.is(cause)) throw cause
      // Its message may show the address, which has the token.
      throw new PlatformError('transient', 'The file could not be loaded from Telegram.')
    }
  }

  return { call, send, download, file: (content, name) => new InputFile(content, name) }
}

function tooLarge(max: number): PlatformError {
  return new PlatformError('too-long', `The file is larger than the ${max / 2 ** 20} MiB that Telegram gives to bots.`)
}
