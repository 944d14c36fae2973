import { ConfigError, describeError, type Logger } from '@hermes/core'
import { type CallOptions, type PlatformAdapter, PlatformError, type PlatformEvent } from '@hermes/core/platform'
import type { Update, User } from 'grammy/types'
import { openBotApi } from './bot-api.js'
import { isUpdate } from './is-update.js'
import { readUpdates } from './read-updates.js'
import { createSender } from './send-message.js'
import { telegramLimitsOf } from './telegram-limits.js'
import type { TelegramOptions } from './telegram-options.js'
import { createWebhookInbox } from './webhook-inbox.js'

export interface TelegramServices {
  /** Used for the Bot API and the files of messages. */
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
}

const allowedUpdates = ['message', 'callback_query', 'message_reaction'] as const

/**
 * Connects to the Bot API with grammY, which is loaded here.
 * @throws {ConfigError} when `webhook_url` has no `webhook_secret`.
 * @throws {PlatformError} `refused` when grammY is not installed.
 */
export async function createTelegram(
  options: TelegramOptions,
  { fetch, logger }: TelegramServices,
): Promise<PlatformAdapter> {
  const { webhook_url: url, webhook_secret: secret, poll_seconds: timeout } = options
  if (url !== undefined && secret === undefined) {
    throw new ConfigError('webhook_secret', 'A webhook of Telegram needs a secret: set webhook_secret.')
  }
  const limits = telegramLimitsOf(options)
  const api = await openBotApi(options, { fetch, limits })
  const sender = createSender(api, limits)
  const inbox = url !== undefined && secret !== undefined ? createWebhookInbox(secret) : undefined
  let known: User | undefined

  async function me(callOptions: CallOptions): Promise<User> {
    known ??= await api.call((raw, signal) => raw.getMe(signal), callOptions)
    return known
  }

  async function* updates({ signal }: CallOptions): AsyncGenerator<readonly Update[]> {
    const allowed_updates = allowedUpdates
    if (inbox && url !== undefined && secret !== undefined) {
      await api.call((raw, signal) => raw.setWebhook({ url, secret_token: secret, allowed_updates }, signal), {
        signal,
      })
      yield* inbox.updates(signal)
      return
    }
    await api.call((raw, signal) => raw.deleteWebhook({}, signal), { signal })
    let offset = 0
    while (!signal.aborted) {
      const found = await api.call((raw, signal) => raw.getUpdates({ offset, timeout, allowed_updates }, signal), {
        signal,
      })
      if (!Array.isArray(found) || !found.every(isUpdate)) throw noUpdates(options.api_root)
      yield found
      offset = (found.at(-1)?.update_id ?? offset - 1) + 1
    }
  }

  async function* receive({ signal }: CallOptions): AsyncGenerator<readonly PlatformEvent[]> {
    try {
      const own = await me({ signal })
      for await (const found of updates({ signal })) {
        const events = readUpdates(found, own, logger)
        if (events.length > 0) yield events
        for (const { callback_query: press } of found) if (press) confirmPress(press.id)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Ends the progress display of the button. */
  function confirmPress(id: string): void {
    const signal = AbortSignal.timeout(10_000)
    api
      .call((raw, signal) => raw.answerCallbackQuery({ callback_query_id: id }, signal), { signal })
      .catch((error: unknown) => {
        logger.log('debug', `A pressed button could not be confirmed: ${describeError(error)}`)
      })
  }

  return {
    id: 'telegram',
    limits,
    // Telegram ends the poll of a second receiver. Calls of a webhook reach whichever gateway the proxy chooses.
    ...(!inbox && { account: `${options.api_root} ${options.token.split(':', 1)[0]}` }),
    receive,
    ...sender,
    async setCommands(entries, callOptions) {
      const commands = entries
        .map(({ name, description }) => ({
          command: name.replaceAll('-', '_'),
          description: description.slice(0, 256),
        }))
        .filter(({ command }) => /^[a-z0-9_]{1,32}$/.test(command))
      await api.call((raw, signal) => raw.setMyCommands({ commands: commands.slice(0, 100) }, signal), callOptions)
    },
    readAttachment: (id, callOptions) => api.download(id, callOptions),
    async check(callOptions) {
      const { username, first_name } = await me(callOptions)
      return username === undefined ? first_name : `@${username}`
    },
    ...(inbox && { handleWebhook: (request: Request) => inbox.handle(request) }),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function noUpdates(apiRoot: string): PlatformError {
  const sentence = `The server at ${new URL(apiRoot).host} answers getUpdates with something that is no list of updates: check api_root, and the proxy on the way there.`
  return new PlatformError('transient', sentence)
}
